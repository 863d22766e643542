/** Where the long words on cards may break, so that their letters stay large. Browsers do not know of every language. */
const SOFT_HYPHEN = "\u00ad";

/** This name, with a soft hyphen wherever one of these words (`adver-tise-ment`) may break. */
export function hyphenate(name: string, syllables: string[] = []): string {
  const breaks = new Map(syllables.map((word) => [word.replaceAll("-", ""), word.replaceAll("-", SOFT_HYPHEN)]));
  return name.replace(/\p{L}+/gu, (word) => breaks.get(word) ?? word);
}

/** How many letters the longest piece has that must stay in one line, its hyphen included. */
export function longestPiece(hyphenated: string): number {
  const pieces = hyphenated.replaceAll(SOFT_HYPHEN, "-").match(/[^\s-]+-?/g) ?? [];
  return Math.max(0, ...pieces.map((piece) => piece.length));
}
