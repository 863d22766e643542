/** Votes that came to nothing. The server sends the votes that are open; what is missing in the next message has ended. */
import type { Proposal, TableInfo } from "./protocol.ts";

export interface Declined {
  what: Proposal;
  /** Who had asked, and for whom. */
  seat: number;
  forSeat: number | null;
  /** Who had not agreed: one of them said no. */
  by: number[];
  /** After which event of the round it was. */
  told: number;
}

/** What was declined between two messages. `isSame`: the cards lie as they did, so nothing was taken back and nobody played on. */
export function declined(before: TableInfo, now: TableInfo, isSame: boolean): Omit<Declined, "told">[] {
  const ended = Object.entries(before.votes).filter(([what]) => !now.votes[what as Proposal]);
  return ended.flatMap(([key, vote]) => {
    const what = key as Proposal;
    const about = now.seats[vote.for_seat ?? -1];
    const isCarried =
      now.status !== "playing" ||
      (what === "undo" && !isSame) ||
      (what === "resign" && (now.seats[vote.seat]?.resigned ?? false)) ||
      // A bot has taken the seat, or its person has come back.
      (what === "stand-in" && (about?.stand_in !== null || (about.connected && !about.left)));
    if (isCarried) return [];
    const by = vote.asked.filter((seat) => !vote.agreed.includes(seat));
    return [{ what, seat: vote.seat, forSeat: vote.for_seat, by }];
  });
}
