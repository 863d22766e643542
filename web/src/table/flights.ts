/** From where to where cards move when something happens; only for the eye. */
import type { EventInfo, StateInfo } from "../lib/protocol.ts";
import { cardOf } from "../look/cards.ts";

export interface Flight {
  face: string | null;
  from: string;
  to: string;
}

/** Where the page shows a place, as a `data-anchor`. One's own hand lies open, another's is behind its name. */
export function anchorOf(place: string, own: number | null): string {
  const [zone, number] = place.split(":");
  if (number === undefined) return place;
  if (zone !== "hand") return `${zone}-${number}`;
  return Number(number) === own ? "hand" : `seat-${number}`;
}

/** One flight for each card that moved. What only passes a place that the page does not show goes on at once. */
export function flightsOf(events: EventInfo[], own: number | null, isShown: (anchor: string) => boolean): Flight[] {
  const flights: Flight[] = [];
  for (const move of events.flatMap((event) => event.moves)) {
    const [from, to] = [anchorOf(move.from, own), anchorOf(move.to, own)];
    for (const face of move.cards) {
      const before = isShown(from) ? undefined : flights.find((each) => each.face === face && each.to === from);
      if (before) before.to = to;
      else flights.push({ face, from, to });
    }
  }
  return flights.filter((flight) => flight.from !== flight.to);
}

/** Is all of a round told again, as after a connection, or told for the first time in the middle of it? */
export function isToldAgain(before: StateInfo | null, state: StateInfo, known: EventInfo[]): boolean {
  if (!before) return true;
  if (!before.view || state.told > state.events.length) return false;
  return before.round === state.round || known.length === 0;
}

/** What has just come into a hand, beside what came before in the same turn; what was dealt is not new. */
export function cameInto(hand: string, events: EventInfo[]): string[] {
  return events
    .filter((event) => event.what !== "deal")
    .flatMap((event) => event.moves.filter((move) => move.to === hand).flatMap((move) => move.cards))
    .filter((face) => face !== null)
    .map(cardOf);
}
