import type { Key } from "../../words/en.ts";
import { problemOf, t } from "../../lib/words.ts";
import { CodeError } from "./code.ts";

/** What is wrong, in the chosen language. */
export function wordsFor(error: unknown): string {
  const problem = error instanceof CodeError ? error.problem : (error as { problem?: string }).problem;
  return problem ? t(`far.problem.${problem}` as Key) : problemOf(error);
}
