/** What this browser was shown of the last tables, round by round: it bears witness when the deal is checked. */
import { keep, kept } from "./kept.ts";
import type { EventInfo, MoveInfo } from "./protocol.ts";

/** What was seen of a round: the moves of its events, in their order. */
export type Seen = Pick<MoveInfo, "from" | "to" | "cards">[][];
/** By the number of the round. */
export type Testimony = Record<number, Seen>;

const KEY = "casefile.seen";
const MOST = 4;

const all = (): [string, Testimony][] => kept(KEY, []);

export const seenIn = (events: EventInfo[]): Seen => events.map((event) => event.moves);

export function testimonyOf(table: string): Testimony {
  return all().find(([name]) => name === table)?.[1] ?? {};
}

export function keepTestimony(table: string, testimony: Testimony): void {
  keep(KEY, [...all().filter(([name]) => name !== table), [table, testimony]].slice(-MOST));
}
