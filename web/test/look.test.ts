import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { hyphenate, longestPiece } from "../src/look/hyphens.ts";

const texts = new URL("../../src/casefile/text/", import.meta.url);
const cases = new URL("../../src/casefile/cases/", import.meta.url);
const syllables = readdirSync(cases, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("look.toml"))
  .flatMap((name) => /^hyphens = \[(.*)\]$/m.exec(readFileSync(new URL(name, cases), "utf8"))?.[1]?.split(", ") ?? [])
  .map((word) => word.replaceAll('"', ""));

test("every long word on a card may break, so that no name is tiny", () => {
  const files = readdirSync(texts, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".toml"));
  let names = 0;
  for (const file of files) {
    const cards = /^\[cards\]\n([^[]*)/m.exec(readFileSync(new URL(file, texts), "utf8"))?.[1] ?? "";
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
