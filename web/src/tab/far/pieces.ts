/** Texts of any length through a channel that takes only short messages: the first byte of a piece says whether more comes. */
const PIECE = 16_000; // what every browser takes
const [LAST, MORE] = [0, 1];

export function cut(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  do {
    const from = pieces.length * PIECE;
    const part = bytes.subarray(from, from + PIECE);
    const piece = new Uint8Array(part.length + 1);
    piece[0] = from + PIECE < bytes.length ? MORE : LAST;
    piece.set(part, 1);
    pieces.push(piece);
  } while (pieces.length * PIECE < bytes.length);
  return pieces;
}

/** Puts pieces together again; nobody can make it keep more than `most` bytes. */
export class Gathered {
  #most: number;
  #pieces: Uint8Array[] = [];
  #size = 0;
  constructor(most: number) {
    this.#most = most;
  }
  /** The text that is whole with this piece, if it is one. Raises a RangeError if it is too long, or no piece at all. */
  add(data: unknown): string | null {
    const piece = data instanceof ArrayBuffer ? new Uint8Array(data) : null;
    if (!piece?.length) throw new RangeError("not a piece");
    this.#size += piece.length - 1;
    if (this.#size > this.#most) throw new RangeError("too long");
    this.#pieces.push(piece.subarray(1));
    if (piece[0] === MORE) return null;
    const whole = new Uint8Array(this.#size);
    let place = 0;
    for (const part of this.#pieces.splice(0)) {
      whole.set(part, place);
      place += part.length;
    }
    this.#size = 0;
    return new TextDecoder().decode(whole);
  }
}
