/** The cards of a round dealt again from the seed, and every card followed from there: what was shown must have been there. */
import { cardOf } from "../look/cards.ts";
import type { Seen } from "../lib/witness.ts";

/** How a case is dealt: its cards in the order of the deck, and how many each player gets. */
export interface DealPlan {
  cards: string[];
  hand: number;
}

export async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** The engine's only source of chance: SHA-256 in counter mode, in pieces of sixteen bits. */
class Rng {
  #key: string;
  #counter = 0;
  #block = new Uint8Array();
  #at = 0;
  constructor(key: string) {
    this.#key = key;
  }
  /** A number from 0 to limit - 1, each with the same chance. */
  async below(limit: number): Promise<number> {
    for (;;) {
      if (this.#at === this.#block.length) {
        this.#block = await sha256(`${this.#key}/${this.#counter}`);
        this.#counter += 1;
        this.#at = 0;
      }
      const piece = ((this.#block[this.#at] ?? 0) << 8) | (this.#block[this.#at + 1] ?? 0);
      this.#at += 2;
      const number = piece % limit;
      if (piece - number <= 65536 - limit) return number;
    }
  }
}

/** Put cards into the order that a key gives them, in place (Fisher and Yates). */
export async function shuffle(cards: (string | null)[], key: string): Promise<void> {
  const rng = new Rng(key);
  for (let last = cards.length - 1; last > 0; last--) {
    const other = await rng.below(last + 1);
    [cards[last], cards[other]] = [cards[other] ?? null, cards[last] ?? null];
  }
}

/** Who deals a round: the first dealer is drawn, then the deal passes clockwise. */
export async function dealerOf(seed: string, round: number, seats: number): Promise<number> {
  return ((await new Rng(`${seed}/dealer`).below(seats)) + round - 1) % seats;
}

/** All places of a round, with what lies there, the top last; a card that cannot be known is null. */
class Table {
  #places = new Map<string, (string | null)[]>();
  at(place: string): (string | null)[] {
    const found = this.#places.get(place) ?? [];
    this.#places.set(place, found);
    return found;
  }
  /** Take away the topmost card of this name, or one of those that cannot be known; false if it cannot have been there. */
  take(place: string, card: string): boolean {
    const pile = this.at(place);
    const at = pile.includes(card) ? pile.lastIndexOf(card) : pile.lastIndexOf(null);
    if (at >= 0) pile.splice(at, 1);
    // It may have been another one that is unknown: then the order of the pile is not known any more.
    if (pile.includes(null) && !place.startsWith("hand")) pile.fill(null);
    return at >= 0;
  }
  /** Take away a card that was not shown: from now on each that lay there may be gone. */
  takeUnseen(place: string): null {
    this.at(place).pop();
    this.at(place).fill(null);
    return null;
  }
}

export interface Followed {
  /** How many cards were shown, and were where they had to be. */
  cards: number;
  /** The first card that cannot have been there. */
  wrong: string | null;
}

/** Deal a round again, and carry out all that was seen to move in it. */
export async function follow(
  plan: DealPlan,
  seed: string,
  round: number,
  seats: number,
  seen: Seen,
): Promise<Followed> {
  const table = new Table();
  const key = `${seed}/${round}`;
  let shuffles = 0;
  const file: (string | null)[] = [...plan.cards];
  await shuffle(file, `${key}/${shuffles++}`);
  const dealer = await dealerOf(seed, round, seats);
  for (let card = 0; card < plan.hand * seats; card++) {
    table.at(`hand:${(dealer + 1 + (card % seats)) % seats}`).push(file.pop() ?? null);
  }
  table.at("file").push(...file);
  const followed: Followed = { cards: 0, wrong: null };
  for (const [number, moves] of seen.entries()) {
    if (number < seats) countDealt(table, moves, followed);
    else {
      for (const move of moves) carryOut(table, move, followed);
      if (moves.some((move) => move.to === "file")) await shuffle(table.at("file"), `${key}/${shuffles++}`);
    }
    if (followed.wrong !== null) break;
  }
  return followed;
}

/** The first event of each seat tells of its deal: what was shown of a hand is in it. */
function countDealt(table: Table, moves: Seen[number], followed: Followed): void {
  for (const { to, cards } of moves) {
    const left = [...table.at(to)];
    for (const card of cards) {
      if (card === null) continue;
      const at = left.indexOf(card);
      if (at < 0) followed.wrong ??= card;
      else left.splice(at, 1);
      followed.cards += 1;
    }
  }
}

/** Cards leave the case file from its top only, so even those that were not shown are known; a pile becomes it as a whole. */
function carryOut(table: Table, { from, to, cards }: Seen[number][number], followed: Followed): void {
  const target = table.at(to);
  if (to === "file") {
    target.push(...table.at(from).splice(0));
    return;
  }
  const isFile = from === "file";
  if (isFile) table.at("top").push(...table.at("file").splice(-cards.length || Infinity));
  for (const face of cards) {
    const card = face === null ? null : cardOf(face);
    if (card === null) target.push(isFile ? (table.at("top").pop() ?? null) : table.takeUnseen(from));
    else {
      if (!table.take(isFile ? "top" : from, card)) followed.wrong ??= card;
      followed.cards += 1;
      target.push(card);
    }
  }
}
