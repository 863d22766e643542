/** The connection to one table. It shows what the server has confirmed, and comes back by itself when it was lost. */
import { prefs } from "./prefs.svelte.ts";
import { randomText } from "./random.ts";
import { problem } from "./words.ts";
import { VERSION, type Proposal, type Refused, type ServerMessage, type StateInfo } from "./protocol.ts";
import { Link } from "./shown.svelte.ts";

const LONGEST_WAIT = 5000;
const PING_EVERY = 20_000;

type Sent = Record<string, unknown> & { type: string };

/** What an action was chosen by: if only something else has changed meanwhile, it still means the same. */
function grounds(state: StateInfo | null): string {
  const view = state?.view;
  if (!view) return "";
  const own = view.hands[view.seat ?? -1];
  return JSON.stringify([state.round, view.turn, view.phase, view.asked?.for, own, view.discard[0], view.areas]);
}

export class TableLink extends Link {
  #table: string;
  #socket: WebSocket | null = null;
  #pending = new Map<string, Sent>();
  #chosenBy = new Map<string, string>();
  #stale: { refused: Refused; sent: Sent; grounds: string } | null = null;
  #wait = 250;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #closed = false;
  #lastHeard = 0;

  constructor(table: string) {
    super();
    this.#table = table;
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  override close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }

  override act(action: string): void {
    this.hint = null;
    this.#ask({ type: "act", at: this.state?.at ?? "", action });
  }
  override undo(): void {
    this.#ask({ type: "undo", at: this.state?.at ?? "" });
  }
  override askHint(): void {
    this.#ask({ type: "hint", at: this.state?.at ?? "" });
  }
  override ready(): void {
    this.#ask({ type: "ready" });
  }
  override resign(): void {
    this.#ask({ type: "resign" });
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
  override standing(order: "escape" | "none"): void {
    this.#ask({ type: "standing", order });
  }
  override say(text: string): void {
    this.#ask({ type: "chat", text });
  }
  override sayPhrase(phrase: string): void {
    this.#ask({ type: "chat", phrase });
  }
  override hello(): void {
    this.#send({ type: "hello", version: VERSION, language: prefs.language });
  }

  /** Send what has to be answered; after a lost connection it is sent again under the same id, which acts once. */
  #ask(message: Sent): void {
    this.refused = null;
    this.note = null;
    const id = randomText();
    const sent = { ...message, id };
    this.#pending.set(id, sent);
    if (message.type === "act") this.#chosenBy.set(id, grounds(this.state));
    this.waiting = this.#pending.size;
    this.#send(sent);
  }

  #send(message: Sent): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.#table}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.hello();
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#checkAlive(), PING_EVERY);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#lastHeard = Date.now();
      this.#receive(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => this.#lost(socket);
  }

  #checkAlive(): void {
    if (Date.now() - this.#lastHeard > 2.5 * PING_EVERY) this.#socket?.close();
    else this.#send({ type: "ping" });
  }

  #lost(socket: WebSocket): void {
    if (this.#closed || socket !== this.#socket || this.status === "gone") return;
    clearInterval(this.#ping);
    this.status = this.welcome ? "lost" : "connecting";
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
    if (!this.welcome) void this.#isThere();
  }

  /** A table that does not exist refuses the connection without a word: ask for the reason. */
  async #isThere(): Promise<void> {
    const answer = await fetch(`/api/tables/${this.#table}`).catch(() => null);
    if (answer?.status === 404) {
      this.status = "gone";
      clearTimeout(this.#timer);
    }
  }

  #hurry = (): void => {
    if (this.status !== "lost" || document.hidden) return;
    clearTimeout(this.#timer);
    this.#wait = 250;
    this.#connect();
  };

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        // Whoever had a seat and watches now has moved it to another device.
        this.problem = message.seat === null && (this.welcome?.seat ?? null) !== null ? problem("moved", "") : "";
        this.welcome = message;
        this.status = "open";
        this.#wait = 250;
        this.events = [];
        this.chat = [];
        for (const sent of this.#pending.values()) this.#send(sent);
        break;
      case "table":
        this.table = message;
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
        this.hint = message;
        break;
      case "rematch":
        if (this.table) this.table = { ...this.table, rematch: message.table };
        break;
      case "error":
        this.problem = problem(message.code, message.text);
        break;
    }
  }

  #take(state: StateInfo): void {
    this.beforeState(state);

    const known = this.state?.round === state.round ? this.events.slice(0, state.told - state.events.length) : [];
    this.events = [...known, ...state.events];
    this.declined = this.declined.filter((vote) => vote.told <= known.length);
    if (this.state && state.at !== this.state.at) this.hint = null;
    this.state = state;
    this.#actAgain();
  }

  #refuse(refused: Refused): void {
    const sent = this.#pending.get(refused.id);
    const chosenBy = this.#chosenBy.get(refused.id);
    this.#settle(refused.id);
    if (refused.code === "round-on" && sent?.type === "ready") return; // the round that was asked for has begun
    if (refused.code === "stale" && sent && chosenBy) {
      this.#stale = { refused, sent, grounds: chosenBy };
      this.#actAgain();
    } else this.refused = refused;
  }

  /** Somebody else chose at the same moment: send the action again if it means what it meant. */
  #actAgain(): void {
    const stale = this.#stale;
    if (!stale || !this.state || this.state.at === stale.sent.at) return;
    this.#stale = null;
    const isLegal = this.state.actions.some((action) => action.text === stale.sent.action);
    if (isLegal && grounds(this.state) === stale.grounds) this.act(String(stale.sent.action));
    else this.refused = stale.refused;
  }

  #settle(id: string): void {
    this.#pending.delete(id);
    this.#chosenBy.delete(id);
    this.waiting = this.#pending.size;
  }
}
