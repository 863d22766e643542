/** Where the long words on cards may break, so that their letters stay large. Browsers do not know of every language. */
const SYLLABLES = `
  Agen-ten-tref-fen Blitz-ablei-ter Durch-suchungs-befehl Polizei-präfekt Polizei-präsident Zeitungs-anzeige
  Adver-tise-ment adver-tise-ment Trans-for-ma-tion
  labo-ra-torio mag-gior-domo perqui-si-zione Tra-sfor-ma-zione tra-sfor-mata
`
  .trim()
  .split(/\s+/);
const SOFT_HYPHEN = "\u00ad";
const breaks = new Map(SYLLABLES.map((word) => [word.replaceAll("-", ""), word.replaceAll("-", SOFT_HYPHEN)]));

/** This name, with a soft hyphen wherever a long word may break. */
export function hyphenate(name: string): string {
  return name.replace(/\p{L}+/gu, (word) => breaks.get(word) ?? word);
}

/** How many letters the longest piece has that must stay in one line, its hyphen included. */
export function longestPiece(hyphenated: string): number {
  const pieces = hyphenated.replaceAll(SOFT_HYPHEN, "-").match(/[^\s-]+-?/g) ?? [];
  return Math.max(0, ...pieces.map((piece) => piece.length));
}
