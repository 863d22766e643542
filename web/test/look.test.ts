import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { hyphenate, longestPiece } from "../src/look/hyphens.ts";

const cases = new URL("../../src/casefile/cases/", import.meta.url);
const files = readdirSync(cases, { recursive: true, encoding: "utf8" });
const syllables = files
  .filter((name) => name.endsWith("look.toml"))
  .flatMap((name) => /^hyphens = \[([^\]]*)\]$/m.exec(readFileSync(new URL(name, cases), "utf8"))?.[1] ?? [])
  .flatMap((list) => [...list.matchAll(/"(.*?)"/g)].map(([, word]) => word!));

test("every long word on a card may break, so that no name is tiny", () => {
  let names = 0;
  for (const file of files.filter((name) => /text.*\.toml$/.test(name))) {
    const cards = /^\[cards\]\n([^[]*)/m.exec(readFileSync(new URL(file, cases), "utf8"))?.[1] ?? "";
    for (const [, name] of cards.matchAll(/^\S+ = "(.*)"$/gm)) {
      names += 1;
      assert.ok(longestPiece(hyphenate(name!, syllables)) <= 13, `${file}: ${name} needs its syllables in look.toml`);
    }
  }
  assert.ok(names > 250, String(names));
});

test("a hyphen counts with what stands before it", () => {
  assert.equal(
    hyphenate("Polizeipräsident tritt zurück", ["Polizei-präsident"]),
    "Polizei\u00adpräsident tritt zurück",
  );
  assert.equal(longestPiece(hyphenate("Polizeipräsident tritt zurück", ["Polizei-präsident"])), "präsident".length);
  assert.equal(longestPiece("Orang-Utan"), "Orang-".length);
  assert.equal(longestPiece(""), 0);
});
