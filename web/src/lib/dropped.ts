/** Matches that this browser does not want to list any more; they are not ended by that. */
import { keep, kept } from "./kept.ts";

const KEY = "casefile.dropped";
const MOST = 500;

export const droppedMatches = (): string[] => kept<string[]>(KEY, []);

export function dropMatch(table: string): string[] {
  const dropped = [...droppedMatches(), table].slice(-MOST);
  keep(KEY, dropped);
  return dropped;
}
