/** Which legal actions go with which cards. What is legal comes from the server; this only sorts its list. */
import { cardOf } from "../look/cards.ts";
import type { ActionInfo } from "../lib/protocol.ts";

/** The cards of the hand that an action uses. */
export function cardsUsed(action: ActionInfo): string[] {
  return action.of_hand ? action.cards.map(cardOf) : [];
}

function contains(many: string[], few: string[]): boolean {
  const left = [...many];
  return few.every((card) => {
    const at = left.indexOf(card);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}

/** The legal actions that use all of the chosen cards: those that use just these come first, then the largest sets, discards last. */
export function offersFor(chosen: string[], actions: ActionInfo[]): ActionInfo[] {
  const fitting = actions.filter((action) => contains(cardsUsed(action), chosen));
  const rank = (action: ActionInfo): number =>
    action.ends_turn ? 2 : cardsUsed(action).length === chosen.length ? 0 : 1;
  return fitting.sort((one, other) => rank(one) - rank(other) || other.cards.length - one.cards.length);
}

/** The actions that need no card of the hand: draws, answers, takes; what takes most comes first, and nothing last. */
export function freeActions(actions: ActionInfo[]): ActionInfo[] {
  return actions
    .filter((action) => cardsUsed(action).length === 0)
    .toSorted((one, other) => other.cards.length - one.cards.length);
}

/** From so many on, ways to play a card are sorted. */
export const MANY = 4;

/** Many ways to play one card: those first that are about what the hand has most of. */
export function byHeld(actions: ActionInfo[], hand: string[]): ActionInfo[] {
  const held = (action: ActionInfo): number => {
    const [, , ...about] = action.text.split(" ");
    return action.ends_turn ? -1 : hand.filter((card) => about.includes(card)).length;
  };
  return actions.toSorted((one, other) => held(other) - held(one));
}

/** Ways to take the same card: that which does more with it first, as it says more. */
export function boldFirst(takes: ActionInfo[]): ActionInfo[] {
  const cards = [...new Set(takes.map((action) => action.cards[0]))];
  const rank = (action: ActionInfo): number => cards.indexOf(action.cards[0]);
  return takes.toSorted((one, other) => rank(one) - rank(other) || other.text.length - one.text.length);
}

/** What can be done with a pile: a verb, and nothing but the pile. */
export function pileAction(pile: string, actions: ActionInfo[]): ActionInfo | undefined {
  return actions.find((action) => action.text === `${action.verb} ${pile}`);
}

/** More ways than this to play one card are shown only when the card is chosen. */
const WAYS = 2;

/**
 * What stands out while no card is chosen: what needs no card, the largest sets of cards, and single cards that can be
 * put down in few ways. Not what ends the turn, nor, where nothing does, an answer that any card of the hand could be.
 */
export function mainActions(actions: ActionInfo[]): ActionInfo[] {
  const using = actions.filter((action) => action.of_hand && !action.ends_turn);
  const sets = using.filter((action) => action.cards.length > 1);
  const largest = sets.filter(
    (set) => !sets.some((other) => other.cards.length > set.cards.length && contains(other.cards, set.cards)),
  );
  const singles = using.filter((action) => action.cards.length === 1);
  const few = singles.filter(
    (single) => singles.filter((other) => cardsUsed(other)[0] === cardsUsed(single)[0]).length <= WAYS,
  );
  const isTurn = actions.some((action) => action.ends_turn);
  return [...freeActions(actions), ...largest, ...(isTurn || few.length <= WAYS ? few : [])];
}

/** Every card for which something better than a discard is legal. */
export function liveCards(actions: ActionInfo[]): Set<string> {
  return new Set(actions.filter((action) => !action.ends_turn).flatMap(cardsUsed));
}

/** What a second click on what is chosen does: the one thing that uses just these cards; a discard only if nothing else uses them. */
export function actionFor(chosen: string[], actions: ActionInfo[]): ActionInfo | undefined {
  const offers = offersFor(chosen, actions);
  const better = offers.filter((action) => !action.ends_turn);
  const [only, another] = better.length ? better : offers;
  return only && !another && cardsUsed(only).length === chosen.length ? only : undefined;
}

/** What puts clues down: it counts at once, so that it may stand out without being advice. */
const COUNTING = ["meld", "lay"];

/** The one action that stands out among those offered: a meld or a lay-off, of just the chosen cards first. Never an event, an answer or a discard. */
export function brightAction(offers: ActionInfo[], chosen: string[]): ActionInfo | undefined {
  const better = offers.filter((action) => COUNTING.includes(action.verb) && !action.ends_turn);
  if (chosen.length) return better.find((action) => cardsUsed(action).length === chosen.length) ?? better[0];
  return better.find((action) => cardsUsed(action).length > 1) ?? (better.length === 1 ? better[0] : undefined);
}

/** The actions with the chosen cards that are aimed at one group of cards in the area of one side, or put them to it. */
export function actionsAt(
  group: string,
  side: number,
  chosen: string[],
  actions: ActionInfo[],
  groupOf: (card: string) => string,
  sideOf: (seat: number) => number,
): ActionInfo[] {
  if (!chosen.length) return [];
  return offersFor(chosen, actions).filter((action) => {
    const [, , ...rest] = action.text.split(" ");
    const seat = rest.find((word) => /^\d$/.test(word));
    const isAimed = rest.includes(group) && (seat === undefined || sideOf(Number(seat)) === side);
    const isAdded = action.verb === "lay" && action.cards.every((card) => groupOf(card) === group);
    return !action.ends_turn && (isAimed || isAdded);
  });
}

/** Do cards belong together, so that one is chosen beside the others and not instead of them? */
export function goTogether(cards: string[], actions: ActionInfo[], colourOf: (card: string) => unknown): boolean {
  const [colour] = cards.map(colourOf);
  const isOneColour = Boolean(colour) && cards.every((card) => colourOf(card) === colour);
  return isOneColour || actions.some((action) => contains(cardsUsed(action), cards));
}
