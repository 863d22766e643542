/** What the server sends and takes; see docs/protocol.md. What is not a message stands here, all others in messages.ts. */
import type { CardFigures } from "../look/cards.ts";
import type { CaseLook } from "./messages.ts";

export * from "./messages.ts";

export interface CaseInfo {
  name: string;
  title: string;
  players: number[];
  editions: string[];
  options: string[];
  /** By the number of players: alone, in teams, or either. */
  teams: Record<string, boolean[]>;
  target: number;
  /** How many cards each is dealt, by the number of players. */
  hands: Record<string, number>;
  /** All cards in the order in which they lie before they are shuffled. */
  deck: CardFigures[];
  look: CaseLook;
  /** Does it bring a lesson? */
  lesson: boolean;
  /** For how many players, and whether in teams, the learned bot is proved: in the first edition, without options. */
  learned: [number, boolean][];
  /** The names of its puzzles, the easy ones first. */
  puzzles: string[];
  /** What the numbers of its rules begin with. */
  prefix: string;
  endings: string[];
  /** Those that one seat brings about. */
  ended_by_seat: string[];
}

/** Words of a case in one language. */
export interface Texts {
  title: string;
  blurb?: string;
  /** How hard and how long it is, in a few words. */
  facts?: string;
  piles?: { file: string; discard: string };
  cards: Record<string, string>;
  /** Shorter names, where a card has no room for the whole one. */
  short?: Record<string, string>;
  help?: Record<string, string>;
  /** What the figures that are printed on cards are called. */
  figures?: Record<string, string>;
  chat: Record<string, string>;
  table?: Record<string, string>;
  /** The case board: titles of rows, and what their marks say. */
  board?: Record<string, string>;
  guide?: Record<string, string>;
  /** How it is played in two minutes: the aim, a turn, what the pictures show, what scores, what ends a round. */
  howto?: Record<string, string>;
  orders?: Record<string, string>;
  options?: Record<string, string>;
  editions?: Record<string, string>;
  /** What each option and each further edition changes, by the rules and as it was measured. */
  switches?: Record<string, string>;
  sheet?: Record<string, string>;
}
