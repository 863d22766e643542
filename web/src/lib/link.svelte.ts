/** The connection to one table. It shows what the server has confirmed, and comes back by itself when it was lost. */
import { ask, isAtThisDevice, isHere, openLine, openWithin, type Line } from "#server";
import { prefs } from "./prefs.svelte.ts";
import { randomText } from "./random.ts";
import { unbroken } from "./sentence.ts";
import { problem } from "./words.ts";
import {
  VERSION,
  type Act,
  type ClientMessage,
  type Phrase,
  type Proposal,
  type Refused,
  type ServerMessage,
  type StateInfo,
  type TableInfo,
} from "./protocol.ts";
import { Link, timeFor } from "./shown.svelte.ts";
import { keepTestimony, seenIn, testimonyOf } from "./witness.ts";

const LONGEST_WAIT = 5000;
// A connection may die without a word: after a silence the server has to show that it is there.
const SILENCE = 10_000;
const SILENCE_AFTER_ASKING = 2000;
const ANSWER_WITHIN = 4000;
const HINT_WITHIN = 30_000; // while it thinks, the server reads nothing

/** A message that has to be answered, before it has its id. */
type Asking<Message> = Message extends { id: string } ? Omit<Message, "id"> : never;

/** What an action was chosen by: if only something else has changed meanwhile, it still means the same. */
function grounds(state: StateInfo | null): string {
  const view = state?.view;
  if (!view) return "";
  const own = view.hands[view.seat ?? -1];
  return JSON.stringify([state.round, view.turn, view.phase, view.asked?.for, own, view.discard[0], view.areas]);
}

/** What is answered at once, however much is still to be shown. */
const AT_ONCE = new Set(["welcome", "settings", "done", "refused", "hint", "coach", "chat", "error", "pong"]);

/** A player who shares this device is here, also while somebody else holds it. */
export function asSeenHere(name: string, table: TableInfo): TableInfo {
  const seats = table.seats.map((seat, at) => (isAtThisDevice(name, at) ? { ...seat, connected: true } : seat));
  return { ...table, seats };
}

export class TableLink extends Link {
  #table: string;
  #guest: string;
  #socket: Line | null = null;
  #pending = new Map<string, ClientMessage>();
  #chosenBy = new Map<string, string>();
  #stale: { refused: Refused; sent: Act; grounds: string } | null = null;
  #wait = 250;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  /** What the server has told and is not shown yet. */
  #toShow: ServerMessage[] = [];
  #showing: ReturnType<typeof setTimeout> | undefined;
  #mayShowAt = 0;
  #isSkipping = false;
  #closed = false;
  /** The cards that the refusal is about which is shown, if somebody asked why. */
  #whyNot: string[] = [];
  /** What is to be said in another language, once the server knows which. */
  #askAgain: (() => void) | null = null;
  /** Where the last action was chosen, until the table has gone on from there. */
  #leaving: string | null = null;

  /** A guest is somebody else at this device, who looks from a seat of their own. */
  constructor(table: string, guest = "") {
    super();
    this.#table = table;
    this.#guest = this.guest = guest;
    this.testimony = testimonyOf(table);
    this.#connect();
    addEventListener("online", this.#hurry);
    if (!isHere) addEventListener("offline", this.#giveUp);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  override close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    clearTimeout(this.#showing);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#giveUp);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#hangUp();
  }

  override act(action: string): void {
    if (this.isStepping) return;
    this.hint = null;
    this.advice = null;
    this.overdue = "";
    const at = this.#now();
    this.#leaving = at;
    this.#ask({ type: "act", at, action });
  }
  override why(cards: string[]): void {
    if (!this.#isPending("why")) this.#ask({ type: "why", at: this.#now(), cards });
  }
  override undo(): void {
    if (this.isStepping) return;
    this.advice = null;
    this.#ask({ type: "undo", at: this.#now() });
  }
  override askHint(): void {
    if (!this.#isPending("hint")) this.#ask({ type: "hint", at: this.#now() });
  }
  override ready(): void {
    if (!this.#isPending("ready")) this.#ask({ type: "ready" });
  }
  override resign(): void {
    this.#ask({ type: "resign" });
  }
  override meetAgain(): void {
    this.#ask({ type: "rematch" });
  }
  override answer(to: Proposal, agree: boolean): void {
    this.#ask({ type: "answer", to, agree });
  }
  override standIn(seat: number): void {
    this.#ask({ type: "stand-in", seat, bot: "sergeant" });
  }
  override leave(): void {
    this.#ask({ type: "leave" });
  }
  override back(): void {
    this.#ask({ type: "back" });
  }
  /** The answer to hello brings the chat again, without what a muted seat said. */
  override mute(seat: number, on: boolean): void {
    this.#send({ type: "mute", seat, on });
    this.hello();
  }
  override standing(order: string): void {
    this.#ask({ type: "standing", order });
  }
  override say(text: string): void {
    this.#ask({ type: "chat", text });
  }
  override sayPhrase(phrase: Phrase): void {
    this.#ask({ type: "chat", phrase });
  }
  /** All of it in another language: what was answered was said in the old one. */
  override retell(): void {
    const cards = this.refused ? this.#whyNot : [];
    const isHinted = this.hint !== null;
    this.#askAgain = () => {
      if (isHinted && this.hint) this.askHint();
      if (cards.length) this.why(cards);
    };
    this.refused = this.advice = null;
    this.overdue = "";
    this.since = [];
    this.hello();
  }
  override hello(): void {
    this.#send({ type: "hello", version: VERSION, language: prefs.language, name: prefs.name });
  }

  /** The table as it is, all of it shown: that is what a message is about. */
  #now(): string {
    this.#showAll();
    return this.state?.at ?? "";
  }
  #isPending(...types: string[]): boolean {
    return [...this.#pending.values()].some((sent) => types.includes(sent.type));
  }
  /** What is seen meanwhile is not what the next step would be about. */
  override get isStepping(): boolean {
    const isWaiting = this.waiting > 0; // read in any case: it tells when this may have changed
    return this.#leaving !== null || (isWaiting && this.#isPending("act", "undo"));
  }

  /** Send what has to be answered; after a lost connection it is sent again under the same id, which acts once. */
  #ask(message: Asking<ClientMessage>): void {
    this.refused = null;
    this.#whyNot = [];
    this.note = null;
    const id = randomText();
    const sent = { ...message, id } as ClientMessage;
    this.#pending.set(id, sent);
    if (message.type === "act") this.#chosenBy.set(id, grounds(this.state));
    this.waiting = this.#pending.size;
    this.asked += 1;
    this.#send(sent);
    if (this.status === "open") this.#listen(SILENCE_AFTER_ASKING);
  }

  #send(message: ClientMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const socket = openLine(this.#table, this.#guest);
    this.#socket = socket;
    this.#giveUpAfter(openWithin);
    socket.onopen = () => {
      this.hello();
      this.#giveUpAfter(openWithin);
    };
    socket.onmessage = (event) => {
      this.#listen(SILENCE);
      this.#hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => this.#lost();
  }

  /** When nothing is heard for so long, see whether anybody is there. */
  #listen(silence: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#send({ type: "ping" });
      this.#giveUpAfter(this.#isPending("hint") ? HINT_WITHIN : ANSWER_WITHIN);
    }, silence);
  }
  #giveUpAfter(time: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#giveUp, time);
  }
  /** A dead connection takes long to close: that is not waited for. */
  #giveUp = (): void => {
    if (!this.#socket) return;
    this.#hangUp();
    this.#lost();
  };
  #hangUp(): void {
    if (!this.#socket) return;
    this.#socket.onopen = this.#socket.onmessage = this.#socket.onclose = null;
    this.#socket.close();
    this.#socket = null;
  }

  #lost(): void {
    if (this.#closed || this.status === "gone") return;
    this.#socket = null;
    clearTimeout(this.#silence);
    this.failures += 1;
    this.status = this.welcome ? "lost" : "connecting";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    if (!this.welcome) void this.#isThere();
  }

  /** A table that does not exist refuses the connection without a word: ask for the reason. */
  async #isThere(): Promise<void> {
    const answer = await ask("GET", `/tables/${this.#table}`).catch(() => null);
    if (answer?.status === 404) {
      this.status = "gone";
      clearTimeout(this.#timer);
    }
  }

  #hurry = (): void => {
    if (document.hidden) return;
    if (this.status === "open") this.#listen(0);
    if (this.status !== "lost") return;
    clearTimeout(this.#timer);
    this.#hangUp();
    this.#wait = 250;
    this.#connect();
  };

  /** What the others do is shown step by step, at the speed of the table, or as this person likes it. */
  #hear(message: ServerMessage): void {
    if (AT_ONCE.has(message.type)) {
      if (message.type === "welcome" || message.type === "refused") this.#showAll();
      this.#receive(message);
    } else {
      this.#toShow.push(message);
      this.#showNext();
    }
  }
  #showNext = (): void => {
    clearTimeout(this.#showing);
    while (this.#toShow.length) {
      const wait = this.#isSkipping || document.hidden ? 0 : this.#mayShowAt - performance.now();
      if (wait > 0) {
        this.#showing = setTimeout(this.#showNext, wait);
        break;
      }
      const message = this.#toShow.shift();
      if (!message) break;
      if (message.type === "state") this.#mayShowAt = performance.now() + this.#timeFor(message);
      this.#receive(message);
    }
    this.behind = this.#toShow.length;
  };
  #showAll(): void {
    this.#mayShowAt = 0;
    for (const message of this.#toShow.splice(0)) this.#receive(message);
    this.behind = 0;
  }
  override skip(): void {
    this.#isSkipping = true;
    this.#showNext();
  }
  #timeFor(state: StateInfo): number {
    if (state.waiting_for.includes(this.welcome?.seat ?? -1)) this.#isSkipping = false;
    return timeFor(state, this.state, this.welcome);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        // A player who had a seat and watches now has moved it to another device.
        this.problem = message.seat === null && (this.welcome?.seat ?? null) !== null ? problem("moved", "") : "";
        this.welcome = message;
        this.status = "open";
        this.failures = 0;
        this.#leaving = null;
        this.#wait = 250;
        this.events = [];
        this.chat = [];
        for (const sent of this.#pending.values()) this.#send(sent);
        this.#askAgain?.();
        this.#askAgain = null;
        break;
      case "settings":
        if (this.welcome) this.welcome = { ...this.welcome, settings: message.settings };
        break;
      case "table":
        this.table = asSeenHere(this.#table, message);
        break;
      case "state":
        this.#take(message);
        break;
      case "since":
        this.since = message.events;
        break;
      case "scoring":
        this.scoring = message;
        break;
      case "over":
        this.over = message;
        break;
      case "done":
        this.#settle(message.id);
        break;
      case "refused":
        this.#refuse(message);
        break;
      case "declined":
        this.declined = [...this.declined, { ...message, told: this.state?.told ?? 0 }];
        this.note = message;
        break;
      case "chat":
        this.chat = [...this.chat, message];
        break;
      case "hint":
        this.#settle(message.id);
        this.hint = { ...message, text: unbroken(message.text) };
        break;
      case "coach":
        this.advice = message;
        break;
      case "rematch":
        if (this.table) this.table = { ...this.table, rematch: message.table };
        break;
      case "overdue":
        this.overdue = message.words;
        this.late = [...this.late, { seat: this.welcome?.seat ?? -1, told: this.state?.told ?? 0 }];
        break;
      case "late":
        this.late = [...this.late, { seat: message.seat, told: this.state?.told ?? 0 }];
        break;
      case "error":
        this.problem = problem(message.code, message.text);
        break;
    }
  }

  #take(state: StateInfo): void {
    this.beforeState(state);

    if (state.at !== this.#leaving) this.#leaving = null;
    const known = this.state?.round === state.round ? this.events.slice(0, state.told - state.events.length) : [];
    this.events = [...known, ...state.events.map((event) => ({ ...event, text: unbroken(event.text) }))];
    this.declined = this.declined.filter((vote) => vote.told <= known.length);
    this.late = this.late.filter((each) => each.told <= known.length);
    if (this.state && state.at !== this.state.at) this.hint = this.refused = null;
    if (this.state?.round !== state.round || state.undo === "no") this.advice = null;
    this.state = state;
    this.testimony[state.round] = seenIn(this.events);
    if (state.view?.phase === "over") keepTestimony(this.#table, this.testimony);
    this.#actAgain();
  }

  #refuse(refused: Refused): void {
    const sent = this.#pending.get(refused.id);
    const chosenBy = this.#chosenBy.get(refused.id);
    this.#settle(refused.id);
    if (sent?.type === "act") this.#leaving = null;
    if (refused.code === "round-on" && sent?.type === "ready") return; // the round that was asked for has begun
    if (refused.code === "stale" && sent?.type === "act" && chosenBy) {
      this.#stale = { refused, sent, grounds: chosenBy };
      this.#actAgain();
    } else this.refused = refused;
    this.#whyNot = this.refused && sent?.type === "why" ? sent.cards : [];
  }

  /** Somebody else chose at the same moment: send the action again if it means what it meant. */
  #actAgain(): void {
    const stale = this.#stale;
    if (!stale || !this.state || this.state.at === stale.sent.at) return;
    this.#stale = null;
    const isLegal = this.state.actions.some((action) => action.text === stale.sent.action);
    if (isLegal && grounds(this.state) === stale.grounds) this.act(stale.sent.action);
    else this.refused = stale.refused;
  }

  #settle(id: string): void {
    this.#pending.delete(id);
    this.#chosenBy.delete(id);
    this.waiting = this.#pending.size;
  }
}
