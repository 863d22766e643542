/** Which legal actions go with which cards. What is legal comes from the server; this only sorts its list. */
import { cardOf } from "../look/cards.ts";
import type { ActionInfo } from "../lib/protocol.ts";

const FROM_HAND = new Set(["meld", "lay", "play", "discard", "give", "pass"]);

/** The cards of the hand that an action uses. A play names its card first; what follows says what it is about. */
export function cardsUsed(action: ActionInfo): string[] {
  if (!FROM_HAND.has(action.verb)) return [];
  const cards = action.verb === "play" ? action.cards.slice(0, 1) : action.cards;
  return cards.map(cardOf);
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

/** The legal actions that use all of the chosen cards: those that use just these come first, discards last. */
export function offersFor(chosen: string[], actions: ActionInfo[]): ActionInfo[] {
  const fitting = actions.filter((action) => contains(cardsUsed(action), chosen));
  const rank = (action: ActionInfo): number =>
    action.verb === "discard" ? 2 : cardsUsed(action).length === chosen.length ? 0 : 1;
  return fitting.sort((one, other) => rank(one) - rank(other));
}

/** The actions that need no card of the hand: draws, answers, takes. */
export function freeActions(actions: ActionInfo[]): ActionInfo[] {
  return actions.filter((action) => cardsUsed(action).length === 0);
}

/** More ways than this to play one card are shown only when the card is chosen. */
const WAYS = 2;

/** What stands out while no card is chosen: all that can be done, but for plain discards and the like of every card. */
export function mainActions(actions: ActionInfo[]): ActionInfo[] {
  const melds = actions.filter((action) => action.verb === "meld");
  const largest = melds.filter((meld) => !melds.some((other) => other !== meld && contains(other.cards, meld.cards)));
  const plays = actions.filter((action) => ["lay", "play"].includes(action.verb));
  const few = plays.filter(
    (play) => plays.filter((other) => cardsUsed(other)[0] === cardsUsed(play)[0]).length <= WAYS,
  );
  return [...freeActions(actions), ...largest, ...few];
}

/** Every card for which something better than a discard is legal. */
export function liveCards(actions: ActionInfo[]): Set<string> {
  return new Set(actions.filter((action) => action.verb !== "discard").flatMap(cardsUsed));
}

/** What a second click on what is chosen does: the one thing that uses just these cards; a discard only if nothing else uses them. */
export function actionFor(chosen: string[], actions: ActionInfo[]): ActionInfo | undefined {
  const offers = offersFor(chosen, actions);
  const better = offers.filter((action) => action.verb !== "discard");
  const [only, another] = better.length ? better : offers;
  return only && !another && cardsUsed(only).length === chosen.length ? only : undefined;
}

/** The one action that stands out among those offered: what is meant by the chosen cards, a meld, or the only thing there is. Never a discard. */
export function brightAction(offers: ActionInfo[], chosen: string[]): ActionInfo | undefined {
  const better = offers.filter((action) => action.verb !== "discard");
  const using = better.filter((action) => cardsUsed(action).length >= Math.max(1, chosen.length));
  if (chosen.length) return using.find((action) => cardsUsed(action).length === chosen.length) ?? using[0];
  return better.find((action) => action.verb === "meld") ?? (better.length === 1 ? better[0] : undefined);
}

/** Do cards belong together, so that one is chosen beside the others and not instead of them? */
export function goTogether(cards: string[], actions: ActionInfo[], colourOf: (card: string) => unknown): boolean {
  const [colour] = cards.map(colourOf);
  const isOneColour = Boolean(colour) && cards.every((card) => colourOf(card) === colour);
  return isOneColour || actions.some((action) => contains(cardsUsed(action), cards));
}
