/** What the server had promised about a deal before this browser sent its own text; kept for the check when the match is over. */
import { keep, kept } from "./kept.ts";

export interface Promised {
  /** The digest of the server's secret. */
  commitment: string;
  /** What this browser added to the deal after it had seen the digest. */
  text?: string;
  /** The digest of how the case is dealt, as the server had said it then. */
  plan?: string;
}

const KEY = "casefile.promises";
const MOST = 60;

const all = (): [string, Promised][] => kept(KEY, []);

/** A browser that keeps nothing has to take the server's word for what it promised. */
export function keepPromise(table: string, promised: Promised): void {
  keep(KEY, [...all(), [table, promised]].slice(-MOST));
}

export function promiseFor(table: string): Promised | undefined {
  return all().findLast(([name]) => name === table)?.[1];
}
