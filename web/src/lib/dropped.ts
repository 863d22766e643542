/** Matches that this browser does not want to list any more; they are not ended by that. */
import { keep, kept } from "./kept.ts";

const KEY = "casefile.dropped";
const MOST = 500;

export const droppedMatches = (): string[] => kept<string[]>(KEY, []);

function keepDropped(dropped: string[]): string[] {
  keep(KEY, dropped);
  return dropped;
}
export const dropMatch = (table: string): string[] => keepDropped([...droppedMatches(), table].slice(-MOST));
export const listMatch = (table: string): string[] => keepDropped(droppedMatches().filter((each) => each !== table));
