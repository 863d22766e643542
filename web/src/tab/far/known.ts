/** Tables on other devices at which this browser is a guest, and the key that is its seat at each of them. */
import { keep, kept } from "../../lib/kept.ts";
import { randomText } from "../../lib/random.ts";

const FAR = "casefile.far";
const OWN = "casefile.invited";
const MOST = 50; // older ones are forgotten

type Keys = Record<string, string>;
const keys = (): Keys => kept<Keys>(FAR, {});

export const isFar = (table: string): boolean => Object.hasOwn(keys(), table);

/** The key for a table, made when it is seen for the first time. A rematch is for the same people. */
export function keyFor(table: string, after = ""): string {
  const known = keys();
  const key = known[table] ?? known[after] ?? randomText();
  const { [table]: _, ...others } = known;
  keep(FAR, Object.fromEntries([...Object.entries(others), [table, key]].slice(-MOST)));
  return key;
}

/** Tables of this browser to which others were invited: another tab of it is no other device. */
export const isOwn = (table: string): boolean => kept<string[]>(OWN, []).includes(table);
export function keepOwn(table: string): void {
  if (!isOwn(table)) keep(OWN, [...kept<string[]>(OWN, []), table].slice(-MOST));
}

/** Does this page play, or want to play, at a table that is another device? Its path may stand behind a question mark. */
export function isGuest(path: string): boolean {
  const [, page, table = ""] = /^\??\/(\w+)\/?([\w-]*)/.exec(path) ?? [];
  return page === "join" || (page === "t" && isFar(table));
}
