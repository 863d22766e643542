import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { fromHalf, Net } from "../src/lib/net.ts";

interface Sample {
  row: string;
  wishes: number[];
  gain: number;
  points: number;
  places: number[];
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const python = `${root}.venv/bin/python`;
const missing = !existsSync(python) && "there is no .venv: make setup";

const content = (path: string): ArrayBuffer => new Uint8Array(readFileSync(path)).buffer;

function near(found: ArrayLike<number>, wanted: number[], what: string): void {
  assert.equal(found.length, wanted.length, what);
  wanted.forEach((value, at) => {
    const allowed = 1e-4 * Math.max(1, Math.abs(value));
    assert.ok(Math.abs(found[at]! - value) <= allowed, `${what} ${at}: ${found[at]} in place of ${value}`);
  });
}

test("numbers of sixteen bits", () => {
  const known: [number, number][] = [
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x0001, 2 ** -24],
    [0x0400, 2 ** -14],
    [0x7bff, 65504],
    [0x7c00, Infinity],
    [0x8000, -0],
  ];
  for (const [bits, value] of known) assert.equal(fromHalf(bits), value);
  assert.ok(Number.isNaN(fromHalf(0x7e00)));
});

test("every net says the same as in Python", { skip: missing }, () => {
  const printed = execFileSync(python, [`${root}scripts/net_samples.py`], { maxBuffer: 2 ** 26, encoding: "utf-8" });
  const games: { net: string; case: string; scales: number[]; samples: Sample[] }[] = JSON.parse(printed);
  assert.ok(games.length > 0);
  for (const game of games) {
    const net = new Net(content(game.net), game.scales);
    assert.equal(net.about.case, game.case);
    for (const sample of game.samples) {
      const judged = net.judge(new Uint8Array(Buffer.from(sample.row, "base64")));
      near(judged.wishes, sample.wishes, `${game.case}: wishes`);
      near(judged.places, sample.places, `${game.case}: places`);
      near([judged.gain, judged.points], [sample.gain, sample.points], `${game.case}: value`);
    }
  }
});

test("a net for other rows is refused", () => {
  const tensors = ["0", "policy", "value", "belief"].flatMap((name) => [
    [`${name}.weight`, { dtype: "F16", shape: [1, name === "0" ? 2 : 1], data_offsets: [0, 4] }],
    [`${name}.bias`, { dtype: "F16", shape: [1], data_offsets: [0, 2] }],
  ]);
  const header = new TextEncoder().encode(JSON.stringify(Object.fromEntries(tensors)));
  const file = new Uint8Array(8 + header.length + 4);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  assert.equal(new Net(file.buffer, [1, 1]).judge(new Uint8Array([1, 2])).gain, 0);
  assert.throws(() => new Net(file.buffer, [1, 1, 1]), /rows of another length/);
});

test("no page loads it at once", () => {
  const source = fileURLToPath(new URL("../src/", import.meta.url));
  for (const name of readdirSync(source, { recursive: true, encoding: "utf-8" })) {
    if (!/\.(ts|svelte)$/.test(name)) continue;
    assert.doesNotMatch(readFileSync(source + name, "utf-8"), /^import (?!type).*\/net\.ts"/m, name);
  }
});
