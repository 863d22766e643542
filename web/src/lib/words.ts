/** Sentences of the page in the chosen language. */
import { prefs } from "./prefs.svelte.ts";
import { de } from "../words/de.ts";
import { en, type Key, type Sentence } from "../words/en.ts";
import { it } from "../words/it.ts";

const catalogues: Record<string, Record<Key, Sentence>> = { en, de, it };

export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const sentence = catalogues[prefs.language]?.[key] ?? en[key];
  const form =
    typeof sentence === "string"
      ? sentence
      : new Intl.PluralRules(prefs.language).select(Number(gaps.n)) === "one"
        ? sentence.one
        : sentence.other;
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}
