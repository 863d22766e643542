/** Many ways to do something, said once and offered in two steps where there is no room for all of them. */
import type { ActionInfo } from "../lib/protocol.ts";
import { cardsUsed } from "./choices.ts";

const LONG = 4; // letters of a word that is no article

/** What alike ways share: the verb, and for a set its cards, for a card with a double aim the card and the first half of it. */
function kindOf(action: ActionInfo): string {
  const [verb = "", card = "", ...aim] = action.text.split(" ");
  if (!action.of_hand) return verb;
  if (action.cards.length > 1) return [verb, ...new Set(cardsUsed(action))].join(" ");
  return aim.length ? [verb, card, ...aim.slice(0, -1).slice(0, 1)].join(" ") : verb;
}

/** The longest row of words that two sentences share. */
function sharedWords(one: string[], other: string[]): string[] {
  const rows: string[][][] = Array.from({ length: one.length + 1 }, () => other.map((): string[] => []).concat([[]]));
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const [down, right] = [rows[i + 1]?.[j] ?? [], rows[i]?.[j + 1] ?? []];
      const isSame = one[i] === other[j];
      rows[i]![j] = isSame ? [one[i]!, ...(rows[i + 1]?.[j + 1] ?? [])] : down.length < right.length ? right : down;
    }
  }
  return rows[0]?.[0] ?? [];
}

/** What a sentence says before, between and behind words that it shares with others. */
function gapsOf(sentence: string[], shared: string[]): string[] {
  const left = [...sentence];
  const gaps = shared.map((word) => left.splice(0, left.indexOf(word) + 1).slice(0, -1));
  return [...gaps, left].map((gap) => gap.join(" "));
}

/** Ways to do something that are offered behind one button. */
export interface Alike {
  /** What all of them say, with dots for what differs. */
  head: string;
  /** Each of them, with what is left to say of it. */
  parts: { action: ActionInfo; rest: string }[];
}

/** Do words that sentences share say what is done? They begin with the verb, or end with a long one; "the" alone says nothing. */
function tells(shared: string[], sentences: string[][]): boolean {
  return shared.some((word) => word.length >= LONG) || sentences.every(([first]) => first === shared[0]);
}

/** Several alike actions as one, if each is known by what it alone says; names of several words stay whole. */
function asOne(actions: ActionInfo[], say: (action: ActionInfo) => string, names: string[]): Alike | null {
  const whole = (text: string): string =>
    names.reduce((said, name) => said.replaceAll(name, name.replaceAll(" ", "\u00a0")), text);
  const sentences = actions.map((action) => whole(say(action)).split(" "));
  const shared = sentences.reduce(sharedWords);
  const gaps = sentences.map((sentence) => gapsOf(sentence, shared));
  const rests = gaps.map((each) => each.filter(Boolean).join(" – ").replaceAll("\u00a0", " "));
  if (!tells(shared, sentences) || rests.includes("") || new Set(rests).size < rests.length) return null;
  const head = [...shared, ""].flatMap((word, at) => [gaps.some((each) => each[at]) ? "…" : "", word]);
  const said = head
    .filter(Boolean)
    .join(" ")
    .replaceAll("\u00a0", " ")
    .replace(/^.*: (?=[^\s…])/, "");
  return {
    head: said.charAt(0).toUpperCase() + said.slice(1),
    parts: actions.map((action, at) => ({ action, rest: rests[at] ?? "" })),
  };
}

/** What is offered, with alike actions behind one button; never what stands out. */
export function folded(
  offers: ActionInfo[],
  bright: ActionInfo | undefined,
  say: (action: ActionInfo) => string,
  names: string[],
): (ActionInfo | Alike)[] {
  const longest = names.filter((name) => name.includes(" ")).toSorted((one, other) => other.length - one.length);
  const kinds = new Map<string, ActionInfo[]>();
  for (const action of offers) {
    const kind = action === bright ? "" : kindOf(action);
    kinds.set(kind, [...(kinds.get(kind) ?? []), action]);
  }
  return [...kinds.values()].flatMap((alike): (ActionInfo | Alike)[] => {
    const one = alike.length > 1 ? asOne(alike, say, longest) : null;
    return one ? [one] : alike;
  });
}
