/** What a table is shown from: a connection, or a replay, to which nothing can be sent. */
import type {
  Declined,
  EventInfo,
  Hint,
  Over,
  Phrase,
  Proposal,
  Refused,
  Said,
  Scoring,
  StateInfo,
  TableInfo,
  Welcome,
} from "./protocol.ts";
import type { Testimony } from "./witness.ts";

export class Link {
  status = $state<"connecting" | "open" | "lost" | "gone">("connecting");
  welcome = $state.raw<Welcome | null>(null);
  table = $state.raw<TableInfo | null>(null);
  state = $state.raw<StateInfo | null>(null);
  events = $state.raw<EventInfo[]>([]);
  since = $state.raw<EventInfo[]>([]);
  scoring = $state.raw<Scoring | null>(null);
  over = $state.raw<Over | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** Votes of this round that somebody did not agree to, with the number of the event before; the newest last. */
  declined = $state.raw<(Declined & { told: number })[]>([]);
  /** The last of them, until one goes on. */
  note = $state.raw<Declined | null>(null);
  /** What was done in one's name when the time was up, in words. */
  overdue = $state("");
  hint = $state.raw<Hint | null>(null);
  /** The cards that were shown in each round so far. */
  testimony: Testimony = {};
  chat = $state.raw<Said[]>([]);
  waiting = $state(0);
  /** How much has happened that is not shown yet. */
  behind = $state(0);
  /** How much has been asked for so far. */
  asked = 0;
  /** Attempts in a row that did not reach the server. */
  failures = $state(0);
  problem = $state("");
  /** Called with a new state before it is shown, to see where the cards lay. */
  beforeState: (state: StateInfo) => void = () => {};

  act(_action: string): void {}
  why(_cards: string[]): void {}
  /** Show at once all that has happened. */
  skip(): void {}
  undo(): void {}
  askHint(): void {}
  ready(): void {}
  resign(): void {}
  meetAgain(): void {}
  answer(_to: Proposal, _agree: boolean): void {}
  standIn(_seat: number): void {}
  leave(): void {}
  back(): void {}
  mute(_seat: number, _on: boolean): void {}
  standing(_order: string): void {}
  say(_text: string): void {}
  sayPhrase(_phrase: Phrase): void {}
  hello(): void {}
  close(): void {}
}
