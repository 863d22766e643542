/** What happened last, in a line or two beside the piles. */
import { listed } from "../lib/lists.ts";
import type { EventInfo } from "../lib/protocol.ts";

export interface LastTurn {
  /** As much as there is room for, with what counts most. */
  said: string;
  /** All of it. */
  whole: string;
}

/** What tells least goes first where there is little room: an unseen draw, then what the top of a pile shows anyway. What takes a card from this hand goes last. */
const TELLS_LEAST = ["draw", "discard", "draw-discard"];

/** One's own step, or all that somebody else has done in a row: "Ben takes the letters and discards a joker." */
export function lastTurn(
  events: EventInfo[],
  own: number | null,
  name: string,
  most: number,
  language: string,
): LastTurn {
  const latest = events.at(-1);
  if (!latest) return { said: "", whole: "" };
  const isAlone = latest.seat === own || latest.seat < 0 || latest.what === "deal";
  const first = events.findLastIndex(
    (event) => (event.seat !== latest.seat && event.seat >= 0) || event.what === "deal",
  );
  // Of one's own deeds the last, but all cards that were turned over by it.
  const alike = events.findLastIndex((event) => event.what !== latest.what || event.seat !== latest.seat);
  const turn = events.slice((isAlone ? (latest.what === "turn-over" ? alike : events.length - 2) : first) + 1);
  const whole = joined(turn, name, language);
  return { said: shortened(turn, whole, most, own, (kept) => joined(kept, name, language)), whole };
}

/** The same without what tells least, until it fits. */
function shortened(
  turn: EventInfo[],
  whole: string,
  most: number,
  own: number | null,
  say: (turn: EventInfo[]) => string,
): string {
  const takesOwn = (event: EventInfo): boolean => (event.moves ?? []).some(({ from }) => from === `hand:${own}`);
  const rank = (event: EventInfo): number =>
    takesOwn(event) ? TELLS_LEAST.length + 1 : (TELLS_LEAST.indexOf(event.what) + 4) % 4; // -1, all else, is last
  let kept = turn;
  let said = whole;
  while (said.length > most && kept.length > 1) {
    const least = kept.reduce((one, other) => (rank(other) < rank(one) ? other : one));
    kept = kept.filter((event) => event !== least);
    said = say(kept);
  }
  return said;
}

/** Sentences about the same player become one, which names the player once. */
function joined(turn: EventInfo[], name: string, language: string): string {
  const isAbout = (sentence: string): boolean => name !== "" && sentence.startsWith(`${name} `);
  const said: string[] = [];
  let deeds: string[] = [];
  for (const { text } of [...turn, { text: "" }]) {
    if (isAbout(text)) deeds.push(text.slice(name.length + 1).replace(/\.$/, ""));
    else {
      if (deeds.length) said.push(`${name} ${listed(deeds, language)}.`);
      deeds = [];
      if (text) said.push(text);
    }
  }
  return said.join(" ");
}
