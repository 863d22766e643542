/** The order of the cards in one's own hand. */
import type { CardFigures } from "../look/cards.ts";

export interface HeldCard {
  key: string;
  card: string;
}

/** Each card with a key: equal cards are numbered, as they cannot be told apart. */
export function keyed(cards: string[]): HeldCard[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { key: `${card}#${number}`, card };
  });
}

/** Cards of one colour side by side, in the order of the deck. */
export function sortedByColour(cards: string[], figures: Map<string, CardFigures>): string[] {
  const deck = [...figures.keys()];
  const rank = (card: string): number => {
    const colour = figures.get(card)?.colour;
    const first = colour ? deck.findIndex((name) => figures.get(name)?.colour === colour) : -1;
    return (first < 0 ? deck.indexOf(card) : first) * 1000 + deck.indexOf(card);
  };
  return [...cards].sort((one, other) => rank(one) - rank(other));
}

/** The hand in an order of one's own: known cards where they were, new ones at the end. */
export function inOwnOrder(cards: HeldCard[], order: string[]): HeldCard[] {
  const place = (held: HeldCard): number => {
    const at = order.indexOf(held.key);
    return at < 0 ? order.length : at;
  };
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** The order after one card was put before another, or at the end. */
export function moved(order: string[], key: string, before: string | null): string[] {
  const rest = order.filter((each) => each !== key);
  const at = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), key, ...rest.slice(at)];
}
