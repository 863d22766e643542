/** From where to where a card moves when something happens; only for the eye. */
import type { EventInfo } from "../lib/protocol.ts";

export interface Path {
  from: string;
  to: string;
}

/** Places are the `data-anchor`s of the table. The own hand is a place like the others. */
export function pathOf(event: EventInfo, own: number | null, sides: number, hasPile: boolean): Path | null {
  const hand = event.seat === own ? "hand" : `seat-${event.seat}`;
  const other = event.value === own ? "hand" : `seat-${event.value}`;
  const area = `area-${event.seat % Math.max(1, sides)}`;
  switch (event.what) {
    case "deal":
    case "draw":
      return { from: "file", to: hand };
    case "draw-discard":
    case "take":
    case "take-unseen":
      return { from: "discard", to: hand };
    case "meld":
    case "lay":
    case "play":
    case "must-lay":
      return { from: hand, to: area };
    case "find":
    case "strike":
      return { from: "discard", to: area };
    case "discard":
      return { from: hand, to: "discard" };
    case "turn-up":
    case "turn-over":
      return { from: "file", to: "discard" };
    case "raid":
    case "gather":
      return { from: `area-${event.value % Math.max(1, sides)}`, to: area };
    case "give":
      return { from: hand, to: hasPile ? "under" : other };
    case "pass":
      return { from: hand, to: other };
    case "feed-file":
      return { from: "file", to: "under" };
    case "feed-discard":
      return { from: "discard", to: "under" };
    default:
      return null;
  }
}
