/** Break a text into pieces of at most so many letters: between sentences, and within one only where it is too long by itself, at best where it pauses. */
export function inPieces(text: string, most: number): string[] {
  const parts = text
    .trim()
    .split(/(?<=(?<!(?<!\p{L})(?:Mr|Mrs|Dr|St|Sig|dott|\p{L}))[.?!])\s+/u) // a title or an initial ends no sentence
    .flatMap((sentence) => (sentence.length > most ? sentence.split(/(?<=[,:;])\s+/) : [sentence]))
    .flatMap((part) => (part.length > most && most > 0 ? part.split(/\s+/) : [part]));
  const pieces: string[] = [];
  for (const part of parts) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= most) pieces[pieces.length - 1] = `${last} ${part}`;
    else pieces.push(part);
  }
  // A piece that ends within a sentence says that it goes on.
  return pieces.map((piece, at) =>
    at + 1 < pieces.length && !/[.?!]["“»)]?$/.test(piece) ? `${piece.replace(/[,:;]$/, "")} …` : piece,
  );
}
