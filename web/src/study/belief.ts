/** What a belief says, made ready to be shown. */
import type { Belief, BeliefRow } from "../lib/protocol.ts";

/** The cards that certainly lay in each place; places without any are left out. */
export function certainIn(belief: Belief): { place: string; cards: string[] }[] {
  return belief.places
    .map((place, at) => ({
      place,
      cards: belief.rows.flatMap((row) => Array<string>(row.known[at] ?? 0).fill(row.card)),
    }))
    .filter(({ cards }) => cards.length > 0);
}

/** Of the copies that nobody could be sure of: how many, the chance of each to lie in a place, and where they lay. */
export function sharesOf(row: BeliefRow): { copies: number; places: number[]; lies: number[] } {
  const total = row.expected.reduce((sum, count) => sum + count, 0);
  return {
    copies: Math.max(1, Math.round(total)),
    places: row.expected.map((count) => (total > 0 ? count / total : 0)),
    lies: row.lies.map((count, at) => Math.max(0, count - (row.known[at] ?? 0))),
  };
}
