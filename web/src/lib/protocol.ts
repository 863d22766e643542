/** What the server sends and takes; see docs/protocol.md. */
import type { CardFigures, CaseLook } from "../look/cards.ts";

export const VERSION = 1;

export interface Settings {
  case: string;
  edition: string;
  players: number;
  teams: boolean;
  options: string[];
  deck: Record<string, Record<string, number | boolean | string>>;
  target: number;
  pace: "natural" | "instant";
  clock: number | null;
  hints: boolean;
  beat: number;
}

export interface SeatInfo {
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  connected: boolean;
  stand_in: string | null;
  ready: boolean;
  resigned: boolean;
  left: boolean;
}

export interface Vote {
  seat: number;
  agreed: number[];
  asked: number[];
  for_seat: number | null;
  bot: string | null;
}

export type Proposal = "undo" | "stand-in" | "resign";

export interface ActionInfo {
  text: string;
  verb: string;
  cards: string[];
  /** As a person would say it. */
  words: string;
}

/** Cards that went from one place to another: `hand:1`, `area:0`, `file`, `discard`, `aside`, or a place of the case. */
export interface MoveInfo {
  from: string;
  to: string;
  cards: (string | null)[];
}

export interface EventInfo {
  number: number;
  what: string;
  seat: number;
  cards: (string | null)[];
  value: number;
  text: string;
  moves: MoveInfo[];
  other: number | null;
  count: number;
  ending: string;
}

export interface Asked {
  for: string;
  seats: number[];
  cards?: string[];
}

/** What the table shows beside the cards. */
export interface Note {
  key: string;
  cards?: (string | null)[] | null;
  number?: number;
  of?: number;
}

/** A position in which every card that the seat cannot know is null. */
export interface View {
  case: string;
  players: number;
  teams: boolean;
  options: string[];
  seat?: number;
  scores: number[];
  dealer: number;
  turn: number;
  phase: string;
  event_played: boolean;
  file: number;
  case_file: (string | null)[];
  discard: (string | null)[];
  hands: (string | null)[][];
  areas: string[][];
  notes?: Note[];
  asked: Asked | null;
  ended: { by: string; seat?: number } | null;
}

export interface Welcome {
  type: "welcome";
  version: number;
  table: string;
  seat: number | null;
  settings: Settings;
  commitment: string;
  /** Seats that this one does not want to hear. */
  muted: number[];
}

export interface TableInfo {
  type: "table";
  status: "waiting" | "playing" | "over";
  seats: SeatInfo[];
  votes: Partial<Record<Proposal, Vote>>;
  clock: { seconds: number; left: (number | null)[] } | null;
  rematch: string | null;
}

export interface StateInfo {
  type: "state";
  at: string;
  round: number;
  dealer: number | null;
  scores: number[];
  target: number;
  view: View | null;
  actions: ActionInfo[];
  question: string;
  waiting_for: number[];
  events: EventInfo[];
  told: number;
  undo: "own" | "ask" | "no";
  standing: string | null;
}

export interface SideScore {
  plus: number;
  minus: number;
  bonus: number;
  total: number;
  lines: [string, number][];
}

export interface RoundResult {
  outcome: "solved" | "unsolved" | "scored";
  outcome_text?: string;
  shut_out: number | null;
  sides: SideScore[];
}

export interface Scoring {
  type: "scoring";
  round: number;
  result: RoundResult;
  hands: (string | null)[][];
  scores_before: number[];
  scores: number[];
  sheet: number[][];
}

export interface Deal {
  secret: string;
  entropy: string[];
  commitment: string;
  seed: string;
}

export interface Over {
  type: "over";
  winner: number | null;
  scores: number[];
  reason: "points" | "resignation" | "rounds";
  deal: Deal;
}

export interface Refused {
  type: "refused";
  id: string;
  code: string;
  rule: string | null;
  text: string;
}

/** Somebody did not agree to what somebody else had proposed. */
export interface Declined {
  type: "declined";
  what: Proposal;
  seat: number;
  by: number;
  for_seat: number | null;
}

export interface Said {
  type: "chat";
  seat: number;
  name: string;
  text: string | null;
  phrase: string | null;
  time: number;
}

export interface Hint {
  type: "hint";
  id: string;
  at: string;
  action: string;
  text: string;
  candidates: { action: string; points: number; chance: number; tries: number }[];
}

export type ServerMessage =
  | Welcome
  | TableInfo
  | StateInfo
  | { type: "since"; events: EventInfo[] }
  | Scoring
  | Over
  | { type: "done"; id: string }
  | Refused
  | Declined
  | Said
  | Hint
  | { type: "rematch"; table: string }
  | { type: "pong" }
  | { type: "error"; code: string; text: string };

export interface CaseInfo {
  name: string;
  title: string;
  players: number[];
  editions: string[];
  options: string[];
  /** By the number of players: alone, in teams, or either. */
  teams: Record<string, boolean[]>;
  target: number;
  deck: CardFigures[];
  look: CaseLook;
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
  "discard-pile"?: string;
  piles?: { file: string; discard: string };
  cards: Record<string, string>;
  help?: Record<string, string>;
  table?: Record<string, string>;
  guide?: Record<string, string>;
  orders?: Record<string, string>;
  options?: Record<string, string>;
  editions?: Record<string, string>;
  sheet?: Record<string, string>;
}
