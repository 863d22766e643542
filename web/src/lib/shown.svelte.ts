/** What a table is shown from: a connection, or a replay, to which nothing can be sent. */
import { prefs, type Speed } from "./prefs.svelte.ts";
import type {
  Advice,
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

/** How long each step of the others is shown at least, in milliseconds; longer where cards were turned over. */
const STEP: Record<Speed, number> = { relaxed: 2000, natural: 1000, brisk: 350, instant: 0 };
const READING = 2.5;

/** How long a step stays before the next one: one's own need no time, what was turned over has to be read. */
export function timeFor(state: StateInfo, before: StateInfo | null, welcome: Welcome | null): number {
  const seat = welcome?.seat ?? -1;
  const isOthers = state.events.some((event) => event.seat !== seat && event.seat >= 0);
  if (!isOthers || before?.round !== state.round) return 0;
  const isTurned = state.events.some((event) => event.moves.some((move) => move.to === "aside"));
  const speed = prefs.speed === "table" ? (welcome?.settings.pace ?? "natural") : prefs.speed;
  return STEP[speed] * (isTurned ? READING : 1);
}

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
  /** Whose time was up in this round, with the number of what was done for them. */
  late = $state.raw<{ seat: number; told: number }[]>([]);
  /** The last vote that was declined, until one goes on. */
  note = $state.raw<Declined | null>(null);
  /** What was done in one's name when the time was up, in words. */
  overdue = $state("");
  hint = $state.raw<Hint | null>(null);
  /** What the coach says of one's last decision, until one goes on. */
  advice = $state.raw<Advice | null>(null);
  /** The cards that were shown in each round so far. */
  testimony: Testimony = {};
  chat = $state.raw<Said[]>([]);
  waiting = $state(0);
  /** Is a step of one's own under way? */
  get isStepping(): boolean {
    return this.waiting > 0;
  }
  /** Somebody else at this device who looks from a seat of their own. */
  guest = "";
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
  retell(): void {}
  close(): void {}
}
