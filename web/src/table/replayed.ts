/** What the replay of a match says about its cards, held against what this browser was shown. */
import type { EventInfo } from "../lib/protocol.ts";
import { seenIn, type Seen, type Testimony } from "../lib/witness.ts";

interface ReplayedEvent extends EventInfo {
  known_to: number[];
}
export interface Replayed {
  header: { rounds: number };
  steps: { round: number; events: ReplayedEvent[] }[];
}

/** Does every card that was shown have the same name in the replay, and come from and go to the same places? */
export function agrees(shown: Seen, replayed: Seen): boolean {
  return shown.every((moves, number) => {
    const others = replayed[number] ?? [];
    return moves.every((move, at) => {
      const other = others[at];
      const isSame = other && move.from === other.from && move.to === other.to;
      return isSame && move.cards.every((card, each) => card === null || card === other.cards[each]);
    });
  });
}

/** All rounds as the replay tells them, one at a time; null if it differs from what this seat was shown. */
export async function replayTestimony(
  fetchRound: (round: number) => Promise<Replayed>,
  seat: number | null,
  shown: Testimony,
): Promise<Testimony | null> {
  const found: Testimony = {};
  let rounds = 1;
  for (let round = 1; round <= rounds; round++) {
    const answer = await fetchRound(round);
    rounds = answer.header.rounds;
    const events = answer.steps.flatMap((step) => step.events);
    found[round] = seenIn(events);
    const known = events.filter((event) => seat === null || event.known_to.includes(seat));
    const own = shown[round];
    if (own && seat !== null && !agrees(own, seenIn(known))) return null;
  }
  return found;
}
