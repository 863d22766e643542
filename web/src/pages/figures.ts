/** Figures of somebody's own printed cards: only those are kept that differ from the deck's. */
import type { CardFigures } from "../look/cards.ts";

export type Figure = number | boolean | string;
export type OwnFigures = Record<string, Record<string, Figure>>;

/** What is printed on a card of one's own: what was entered, or what the deck says. */
export function figureOf(deck: CardFigures[], own: OwnFigures, card: string, figure: string): Figure | undefined {
  return own[card]?.[figure] ?? deck.find((each) => each.name === card)?.figures?.[figure];
}

/** The figures that cards of this deck have, in the order in which they first appear. */
export function figuresIn(deck: CardFigures[]): string[] {
  return [...new Set(deck.flatMap((card) => Object.keys(card.figures ?? {})))];
}

const family = (card: string): string => (card.includes(":") ? (card.split(":")[0] ?? "") : "");

/** What can be chosen where a figure is a word or a place in an order: what other cards have there. */
export function choicesFor(deck: CardFigures[], card: string, figure: string): Figure[] {
  if (figure === "partner") {
    const others = deck.filter((each) => each.figures?.partner !== undefined && each.name !== card);
    return others.map((each) => each.name).filter((name) => !family(card) || family(name) !== family(card));
  }
  const found = [...new Set(deck.flatMap((each) => each.figures?.[figure] ?? []))];
  return found.sort((one, other) => (one < other ? -1 : 1));
}

/**
 * The same with one figure changed. Partners are mutual and no two ranks are the same, so those change places: the cards
 * that are left without a partner, or without a rank, get each other's.
 */
export function withFigure(
  deck: CardFigures[],
  own: OwnFigures,
  card: string,
  figure: string,
  value: Figure,
): OwnFigures {
  const now = (name: string): Figure | undefined => figureOf(deck, own, name, figure);
  const changes: Record<string, Figure | undefined> = { [card]: value };
  const before = now(card);
  if (figure === "partner" && before !== value) {
    const left = now(String(value));
    Object.assign(changes, { [String(value)]: card, [String(before)]: left, [String(left)]: before });
  } else if (figure === "rank") {
    const holder = deck.find((each) => each.name !== card && now(each.name) === value);
    if (holder) changes[holder.name] = before;
  }
  const changed: OwnFigures = { ...own };
  for (const [name, wanted] of Object.entries(changes)) {
    const { [figure]: _, ...others } = changed[name] ?? {};
    const isPrinted = deck.find((each) => each.name === name)?.figures?.[figure] === wanted;
    changed[name] = isPrinted || wanted === undefined ? others : { ...others, [figure]: wanted };
    if (!Object.keys(changed[name]).length) delete changed[name];
  }
  return changed;
}
