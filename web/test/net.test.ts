import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import wabt from "wabt";
import { fromHalf, kernelOf, Multiplier } from "../src/tab/net.ts";

interface Sample {
  row: string;
  hidden: string;
  player: number[];
  critic: number[];
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

async function multiplier(): Promise<Multiplier> {
  const text = readFileSync(`${root}web/src/tab/kernel.wat`, "utf-8");
  const code = (await wabt()).parseWat("kernel.wat", text, { simd: true }).toBinary({}).buffer;
  return new Multiplier(await kernelOf(new Uint8Array(code)));
}

test("every net says the same as in Python, all rows at once", { skip: missing }, async () => {
  const printed = execFileSync(python, [`${root}scripts/net_samples.py`], { maxBuffer: 2 ** 26, encoding: "utf-8" });
  const games: { net: string; case: string; scales: number[][]; samples: Sample[] }[] = JSON.parse(printed);
  assert.ok(games.length > 0);
  const nets = await multiplier(); // all of them lie in one memory
  for (const game of games) assert.equal(nets.add(game.case, content(game.net)).case, game.case);
  for (const { case: name, scales, samples } of games) {
    const bytes = (...texts: string[]): Buffer => Buffer.concat(texts.map((text) => Buffer.from(text, "base64")));
    const [player, critic] = scales.map((each) => Float32Array.from(each)) as [Float32Array, Float32Array];
    const rows = bytes(...samples.map(({ row }) => row));
    const whole = bytes(...samples.flatMap(({ row, hidden }) => [row, hidden]));
    const said = nets.multiply(name, "0 1 2", "policy value belief", rows, player);
    near(
      said,
      samples.flatMap((sample) => sample.player),
      `${name}: player`,
    );
    const verdicts = nets.multiply(name, "critic0 critic1 critic2", "critic3", whole, critic);
    near(
      verdicts,
      samples.flatMap((sample) => sample.critic),
      `${name}: critic`,
    );
    assert.throws(() => nets.multiply(name, "0 1 2", "policy", rows, player.slice(1)), /rows of another length/);
  }
});

test("numbers of a type that is not known are refused", async () => {
  const header = new TextEncoder().encode('{"0.weight": {"dtype": "F64", "shape": [1, 1], "data_offsets": [0, 8]}}');
  const file = new Uint8Array(16 + header.length);
  new DataView(file.buffer).setBigUint64(0, BigInt(header.length), true);
  file.set(header, 8);
  const nets = await multiplier();
  assert.throws(() => nets.add("new", file.buffer), /type F64 are not known/);
});

test("no page loads it at once", () => {
  const source = fileURLToPath(new URL("../src/", import.meta.url));
  for (const name of readdirSync(source, { recursive: true, encoding: "utf-8" })) {
    if (!/\.(ts|svelte)$/.test(name) || ["tab/nets.ts", "tab/worker.ts"].includes(name)) continue; // those of workers
    assert.doesNotMatch(readFileSync(source + name, "utf-8"), /^import (?!type).*\/nets?\.ts"/m, name);
  }
});
