/** What the server sends and takes. Made by scripts/protocol_types.py from its messages: do not edit. */

export const VERSION = 1;

export const CODES = ["stale", "not-started", "started", "match-over", "round-on", "not-over", "resigned", "not-asked", "no-vote", "illegal", "not-yours", "nothing-to-undo", "not-away", "has-bot", "empty", "spectator", "not-here", "covered", "no-such-table", "no-such-seat", "no-such-order", "no-such-page", "no-seat", "no-hint", "no-hints", "no-mistake", "wrong", "wrong-body", "wrong-code", "wrong-method", "wrong-name", "has-seat", "not-host", "not-json", "unreadable", "too-fast", "too-large", "too-many-tables", "busy", "hello-first", "version", "moved", "gone", "foreign-origin", "not-saved", "not-read", "no-page"] as const;

export type Code = (typeof CODES)[number];

export const PHRASES = ["hello", "good-luck", "well-played", "thanks", "sorry", "one-moment", "good-game", "goodbye"] as const;

export type Phrase = (typeof PHRASES)[number];

export const PROPOSALS = ["undo", "stand-in", "resign", "rematch"] as const;

export type Proposal = (typeof PROPOSALS)[number];

/** The first message; sent again, it changes the language, and all is told anew. */
export interface Hello {
  type: "hello";
  version: number;
  language?: string;
  name?: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** Carry out an action. */
export interface Act {
  type: "act";
  id: string;
  at: string;
  action: string;
}

/** A private order for a question that is asked in secret: one of those that the game has, or `none`. */
export interface Standing {
  type: "standing";
  id: string;
  order: string;
}

/** Ready for the next round. */
export interface Ready {
  type: "ready";
  id: string;
}

/** Take back your last action; the others are asked where that is needed. */
export interface Undo {
  type: "undo";
  id: string;
  at: string;
}

/** Agree to what somebody proposed, or not. */
export interface Answer {
  type: "answer";
  id: string;
  to: Proposal;
  agree: boolean;
}

/** Give the match up. */
export interface Resign {
  type: "resign";
  id: string;
}

/** Propose another match to the people who are here; it is dealt when all of them agree. */
export interface MeetAgain {
  type: "rematch";
  id: string;
}

/** Leave the table; the seat stays yours. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Sit down again. */
export interface Back {
  type: "back";
  id: string;
}

/** Propose a bot for a seat whose person is away. */
export interface StandIn {
  type: "stand-in";
  id: string;
  seat: number;
  bot: "constable" | "dupin" | "inspector" | "random" | "sergeant" | "vidocq";
}

/** Say something: a phrase, which every client shows in its own language, or a text. */
export interface Chat {
  type: "chat";
  id: string;
  text?: string | null;
  phrase?: Phrase | null;
}

/** No longer hear what a seat says, or hear it again. */
export interface Mute {
  type: "mute";
  seat: number;
  on: boolean;
}

/** What would a strong player do? */
export interface AskHint {
  type: "hint";
  id: string;
  at: string;
}

/** Why can nothing be done with these cards of one's hand? The answer is `refused`. */
export interface Why {
  type: "why";
  id: string;
  at: string;
  cards: string[];
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  version: number;
  table: string;
  seat: number | null;
  settings: Settings;
  commitment: string;
  muted: number[];
}

/** What was agreed before the match. */
export interface Settings {
  case: string;
  edition: string;
  players: number;
  teams: boolean;
  options: string[];
  deck: Record<string, Record<string, number | boolean | string | null>>;
  target: number;
  pace: "brisk" | "instant" | "natural" | "relaxed";
  clock: number | null;
  hints: boolean;
  beat: number;
  listed: boolean;
  look_back: boolean;
  rounds: number;
  day: string;
  coach: boolean;
}

/** The host has changed what `welcome` told of the table. */
export interface Agreed {
  type: "settings";
  settings: Settings;
}

/** Who sits here, and what is going on beside the game. */
export interface TableInfo {
  type: "table";
  status: "over" | "playing" | "waiting";
  seats: SeatInfo[];
  votes: Record<string, Vote>;
  clock: Clock | null;
  rematch: string | null;
  watchers: string[];
  unrated: string[];
}

/** Who sits on a seat, for all to see. */
export interface SeatInfo {
  name: string;
  kind: "bot" | "open" | "person";
  bot: string | null;
  connected: boolean;
  stand_in: string | null;
  ready: boolean;
  resigned: boolean;
  left: boolean;
}

/** Something that was proposed, and who has agreed. */
export interface Vote {
  seat: number;
  agreed: number[];
  asked: number[];
  for_seat: number | null;
  bot: string | null;
}

/** Seconds for a decision, and those that are left to each seat that is asked. */
export interface Clock {
  seconds: number;
  left: (number | null)[];
}

/** The round as this seat sees it. */
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
  undo: "ask" | "no" | "own";
  standing: string | null;
  board: BoardRow[];
  worth: number[];
}

/** A position in which every card that the seat cannot know is null; a case may have more keys. */
export interface View {
  areas: string[][];
  asked: Asked | null;
  case: string;
  case_file: (string | null)[];
  dealer: number;
  deck: Record<string, Record<string, number | boolean | string | null>>;
  discard: (string | null)[];
  edition: string;
  ended: Ended | null;
  event_played: boolean;
  file: number;
  hands: ((string | null)[])[];
  none_of: string[][];
  notes: Note[];
  options: string[];
  phase: string;
  players: number;
  scores: number[];
  seat: number | null;
  teams: boolean;
  turn: number;
  unseen: string[];
}

export interface Asked {
  cards?: string[];
  for: string;
  seats: number[];
}

/** How the round ended, and by whose action. */
export interface Ended {
  by: string;
  seat?: number;
}

/** What the table shows beside the cards: the words for a key are in `[table]` of the case's texts. */
export interface Note {
  cards?: (string | null)[];
  key: string;
  number?: number;
  of?: number;
}

/** A legal action: its text, its verb, every card that it names, and how a person would say it. */
export interface ActionInfo {
  text: string;
  verb: string;
  cards: string[];
  words: string;
  of_hand: boolean;
  ends_turn: boolean;
}

/** Something that happened, as this seat may know it; a card that it did not see is null. */
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

/** Cards that went from one place to another, such as hand:1, area:0, file, discard, aside, or a case's own. */
export interface MoveInfo {
  from: string;
  to: string;
  cards: (string | null)[];
}

/** How something stands: the words for keys and marks are in `[board]` of the case's texts. */
export interface BoardRow {
  cards?: (string | null)[];
  counts?: number[];
  key: string;
  marks?: string[];
  of?: number;
  points?: number;
  sides?: number[];
}

/** What happened while this seat was away. */
export interface Since {
  type: "since";
  events: EventInfo[];
}

/** How a round came out. */
export interface Scoring {
  type: "scoring";
  round: number;
  result: RoundResult;
  hands: ((string | null)[])[];
  scores_before: number[];
  scores: number[];
  sheet: number[][];
}

/** How a round came out. The culprit stands under a key that the first case gave its name (`CULPRIT_KEY`). */
export interface RoundResult {
  culprit?: string | null;
  outcome: string;
  outcome_text?: string;
  shut_out: number | null;
  sides: SideScore[];
}

/** The points of a side, and what they are for. */
export interface SideScore {
  bonus: number;
  lines: [string, number][];
  minus: number;
  plus: number;
  total: number;
}

/** How the match came out. */
export interface Over {
  type: "over";
  winner: number | null;
  scores: number[];
  reason: "points" | "resignation" | "rounds";
  deal: Deal | null;
  unrated: string[];
}

/** What proves that no deal was chosen. */
export interface Deal {
  secret: string;
  entropy: string[];
  commitment: string;
  seed: string;
}

/** The message of this id is on disk. */
export interface Done {
  type: "done";
  id: string;
}

/** The message of this id has changed nothing. */
export interface Refused {
  type: "refused";
  id: string;
  code: Code;
  rule: string | null;
  text: string;
}

/** Somebody did not agree to what was proposed: the vote is over, and nothing comes of it. */
export interface Declined {
  type: "declined";
  what: Proposal;
  seat: number;
  by: number;
  for_seat: number | null;
}

/** Somebody said something; those who only watch talk among themselves. */
export interface Said {
  type: "chat";
  seat: number | null;
  name: string;
  text: string | null;
  phrase: string | null;
  time: number;
}

/** What a strong player would do, and why. */
export interface Hint {
  type: "hint";
  id: string;
  at: string;
  action: string;
  text: string;
  candidates: CandidateInfo[];
}

/** An action that was thought about. */
export interface CandidateInfo {
  action: string;
  points: number;
  chance: number;
  tries: number;
}

/** Your last decision cost much: what it was, and what would have been better, for those who want to know. */
export interface Advice {
  type: "coach";
  action: string;
  text: string;
  better: string;
  better_text: string;
  points: number;
  chance: number;
}

/** The same people meet again at another table. */
export interface Rematch {
  type: "rematch";
  table: string;
}

/** Your time was up: this was done for you. */
export interface Overdue {
  type: "overdue";
  action: string;
  words: string;
}

/** Somebody else's time was up: what they did last was done for them. */
export interface Late {
  type: "late";
  seat: number;
}

/** Here I am. */
export interface Pong {
  type: "pong";
}

/** A message that could not be read, or why the connection is closed. */
export interface Error {
  type: "error";
  code: Code;
  text: string;
}

/** How a case looks, as clients get it; see docs/adding-a-case.md. */
export interface CaseLook {
  back: string;
  fan: string[];
  pictures: string[][];
  mark: string | null;
  whole: string | null;
  turned: Record<string, string>;
  hyphens: string[];
  icons: Record<string, Drawing>;
  board: Record<string, BoardLook>;
  order: Order | null;
  sheet: Sheet;
  plain: boolean;
  faces: Record<string, FaceLook>;
}

/** A symbol of the case's own: the data of one path, and nothing that a browser could run. */
export interface Drawing {
  path: string;
  box: string;
}

/** How a note on the table looks. */
export interface BoardLook {
  icon?: string | null;
  mark?: string | null;
}

/** What the holder of a card may order beforehand. */
export interface Order {
  name: string;
  card: string;
}

/** What the score sheet needs to know of a round that was played with printed cards. */
export interface Sheet {
  questions: SheetQuestion[];
  piles: SheetPile[];
}

/** What the score sheet asks for a key of the position: one of several values, or a card for each seat. */
export interface SheetQuestion {
  key: string;
  choices: (string | number)[];
  cards_with: string | null;
  option: string | null;
}

/** A place for cards beyond hands and areas, as long as the answers are these. */
export interface SheetPile {
  key: string;
  when: Record<string, string | number>;
}

/** How a face looks, as clients get it. */
export interface FaceLook {
  icon: string;
  ink: string;
  pattern: number;
  badge?: string | null;
  mark?: string | null;
}

/** Who I am here. */
export interface Me {
  name: string | null;
  language: string | null;
  matches: MatchRow[];
  statistics: Record<string, CaseStatistics>;
  mistakes: Record<string, number>;
  days: string[];
}

/** One of the caller's matches. */
export interface MatchRow {
  table: string;
  case: string;
  status: string;
  seat: number | null;
  names: string[];
  scores: number[];
  winner: number | null;
  your_turn: boolean;
  time: number;
  waiting_for: number[];
}

/** The caller's matches of one case, and those won by opponents: bots by their level, people by their names. */
export interface CaseStatistics {
  played: number;
  won: number;
  resigned: number;
  points: number;
  rounds: number;
  against: Record<string, [number, number]>;
}

/** A table that anybody may join. */
export interface OpenTable {
  table: string;
  settings: Settings;
  names: string[];
  free: number;
  time: number;
}

/** How strong somebody is at one game, as far as the matches here tell. */
export interface RatingRow {
  case: string;
  players: number;
  name: string;
  bot: boolean;
  own: boolean;
  rating: number;
  matches: number;
  won: number;
}

/** A step of a lesson, or a puzzle: what is said, what is asked next, and the table in the protocol's frames. */
export interface LessonReply {
  step: number;
  steps: number;
  title: string;
  text: string;
  rules: string[];
  done: string[];
  finished: boolean;
  next: string | null;
  verdict: LessonVerdict | null;
  frames: (Welcome | TableInfo | StateInfo | Scoring)[];
}

/** What is said of what the learner wanted to do. Nothing but what is right changes the table. */
export interface LessonVerdict {
  kind: "other" | "refused" | "right";
  text: string;
  rules: string[];
}

/** What a perfect memory knew, and how likely each hidden card was where. */
export interface Belief {
  by: "certain" | "net";
  places: string[];
  rows: BeliefRow[];
}

/** A kind of card of which the seat does not see all copies; a figure for each of the places. */
export interface BeliefRow {
  card: string;
  known: number[];
  expected: number[];
  lies: number[];
}

/** All that could be done at a moment, and what would have come of one of these actions. */
export interface WhatIf {
  seat: number;
  options: OptionInfo[];
  reason: string;
  judge: "net" | "playing out";
  steps: Step[];
  worths: Worth[];
}

/** A legal action, and what it is worth to the seat by what it knew; one with 0 tries is a guess. */
export interface OptionInfo {
  action: string;
  text: string;
  chance: number | null;
  points: number | null;
  tries: number;
}

/** A deal or an action, what happened, and how all sides see the table afterwards. */
export interface Step {
  round: number;
  seat: number | null;
  action: string | null;
  events: Record<string, unknown>[];
  views: Record<string, unknown>;
  result: Record<string, unknown> | null;
  notes: Record<string, unknown>[];
  thought: Thought | null;
  remarks: Remark[];
}

/** Why a bot chose an action, and what else it thought of. */
export interface Thought {
  text: string;
  options: OptionInfo[];
}

/** What somebody wrote about a step. */
export interface Remark {
  by: string;
  text: string;
}

/** What a table is worth to each side, seen from above: as in a review. */
export interface Worth {
  chance: number[];
  points: number[];
}

/** A deal of the day; who has played it sees what everybody made of it, the best first. */
export interface Day {
  case: string;
  date: string;
  ends: number;
  status: "new" | "over" | "playing";
  table: string | null;
  bot: string;
  ranked: boolean;
  tried: number;
  own: DayScore | null;
  people: DayScore[];
  levels: DayScore[];
  thinking: boolean;
}

/** What a level, or somebody, made of the deal: the points, and by how many these were ahead of the others. */
export interface DayScore {
  name: string;
  points: number;
  ahead: number;
  own: boolean;
}

/** How many decisions of a review are graded, of how many. */
export interface Progress {
  done: number;
  total: number;
}

export type ClientMessage = Hello | Ping | Act | Standing | Ready | Undo | Answer | Resign | MeetAgain | Leave | Back | StandIn | Chat | Mute | AskHint | Why;

export type ServerMessage = Welcome | Agreed | TableInfo | StateInfo | Since | Scoring | Over | Done | Refused | Declined | Said | Hint | Advice | Rematch | Overdue | Late | Pong | Error;
