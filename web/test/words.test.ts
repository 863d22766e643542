import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { CODES } from "../src/lib/messages.ts";
import { de } from "../src/words/de.ts";
import { en, type Sentence } from "../src/words/en.ts";
import { it } from "../src/words/it.ts";

const catalogues: Record<string, Record<string, Sentence>> = { en, de, it };
const forms = (sentence: Sentence): string[] => (typeof sentence === "string" ? [sentence] : Object.values(sentence));
const gaps = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

for (const [language, words] of Object.entries(catalogues)) {
  test(`${language} has every sentence, with the same gaps`, () => {
    assert.deepEqual(Object.keys(words).sort(), Object.keys(en).sort());
    for (const [key, sentence] of Object.entries(words)) {
      for (const form of forms(sentence)) {
        assert.ok(form.trim(), `${language} ${key} is empty`);
        assert.deepEqual(gaps(form), gaps(forms(catalogues.en![key]!)[0]!), `${language} ${key}`);
      }
    }
  });
}

test("every problem that the server may have has words", () => {
  for (const code of CODES) assert.ok(`problem.${code}` in en, code);
});

test("no sentence is written into a component", () => {
  const source = new URL("../src/", import.meta.url);
  const components = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".svelte"),
  );
  assert.ok(components.length > 20);
  for (const name of components) {
    if (name.endsWith("Credits.svelte")) continue; // names of people and licences
    const markup = readFileSync(new URL(name, source), "utf8")
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<!--[\s\S]*?-->/g, "");
    const texts = markup.match(/>[^<>{}]*[A-Za-z]{3,}[^<>{}]*</g) ?? [];
    const words = texts.filter((text) => !/^>\s*Casefile\s*<$/.test(text) && !/[=&|]/.test(text));
    assert.deepEqual(words, [], name);
  }
});
