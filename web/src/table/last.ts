/** What happened last, in a line or two beside the piles. */
import type { EventInfo } from "../lib/protocol.ts";

/**
 * One's own step, or all that somebody else has done in a row: "Ben takes the letters, discards a joker." What does not
 * fit into so many letters is left out, the oldest first.
 */
export function lastWords(events: EventInfo[], own: number | null, name: string, most: number): string {
  const latest = events.at(-1);
  if (!latest) return "";
  if (latest.seat === own || latest.seat < 0 || latest.what === "deal") return latest.text;
  const first = events.findLastIndex(
    (event) => (event.seat !== latest.seat && event.seat >= 0) || event.what === "deal",
  );
  const turn = events.slice(first + 1).map((event) => event.text);
  for (let from = 0; from < turn.length; from++) {
    const said = joined(turn.slice(from), name);
    if (said.length <= most || from === turn.length - 1) return said;
  }
  return latest.text;
}

/** Sentences about the same player become one, which names the player once. */
function joined(sentences: string[], name: string): string {
  const isAbout = (sentence: string | undefined): boolean => Boolean(name && sentence?.startsWith(`${name} `));
  return sentences.reduce((said, next, at) =>
    isAbout(sentences[at - 1]) && isAbout(next)
      ? `${said.replace(/\.$/, "")}, ${next.slice(name.length + 1)}`
      : `${said} ${next}`,
  );
}
