/** Sentences of the page in the chosen language. */
import { isHere } from "#server";
import { ApiError } from "./problems.ts";
import { prefs } from "./prefs.svelte.ts";
import { catalogue } from "./catalogues.svelte.ts";
import { en, type Key } from "../words/en.ts";

export function t(key: Key, gaps: Record<string, string | number> = {}): string {
  const own = isHere ? (`here.${key}` as Key) : key; // some things are said otherwise where nobody else can come
  const sentence = catalogue(prefs.language)[own] ?? catalogue(prefs.language)[key];
  const form =
    typeof sentence === "string"
      ? sentence
      : new Intl.PluralRules(prefs.language).select(Number(gaps.n)) === "one"
        ? sentence.one
        : sentence.other;
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => written(gaps[name] ?? gap));
}

/** A number below 0 gets a minus, not a hyphen. */
function written(gap: string | number): string {
  return typeof gap === "number" ? String(gap).replace("-", "−") : gap;
}

/** What went wrong, in the chosen language; in the server's words if it has a newer code than this page. */
export function problem(code: string, text: string): string {
  const key = `problem.${code}`;
  return key in en ? t(key as Key, { text }) : text;
}

/** The same for whatever a request has thrown. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return problem(error.code, error.message);
  return error instanceof Error ? error.message : String(error);
}
