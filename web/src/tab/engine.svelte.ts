/** What the page knows of the engine in its workers: how far it has been loaded, and the way to it. */
import { isGuest } from "./far/known.ts";
import type { FromDesk, Role, ToDesk } from "./worker.ts";

export type Reply = Pick<Extract<FromDesk, { type: "reply" }>, "status" | "media" | "content">;
export type Heard = (text: string | null) => void;
/** The way to where a table is: the engine in this tab, or another device. */
export interface Way {
  ask(method: string, path: string, body: string, guest: string): Promise<Reply>;
  /** A line to a table; what is heard of it goes to `heard`, nothing when it is closed. */
  open(table: string, guest: string, heard: Heard): number;
  say(line: number, text: string): void;
  hangUp(line: number): void;
}

const TRIES = 3;
const AT_THE_TABLE = 500; // ms in which nothing was asked: until then a table is shown, before anything else is begun
const SETTLED = 5000; // and after which a first start has surely been got over

const newWorker = (name: Role): Worker => new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name });

class Engine implements Way {
  /** From 0 to 1. */
  loaded = $state(0);
  isReady = $state(false);
  problem = $state("");
  /** The cases whose nets were asked for and cannot be had. */
  away = $state<string[]>([]);
  #desk: Worker | null = null;
  #thinkers = 0;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #number = 0;
  #waiting = new Map<number, (reply: Reply) => void>();
  #lines = new Map<number, Heard>();
  #settle: { resolve: () => void; reject: (error: Error) => void } | null = null;
  readonly whenReady = new Promise<void>((resolve, reject) => (this.#settle = { resolve, reject }));

  /** Load it, once; all that need it wait for that. */
  start(): Promise<void> {
    if (!this.#desk) this.#begin();
    return this.whenReady;
  }

  async ask(method: string, path: string, body: string, guest: string): Promise<Reply> {
    await this.start();
    return this.#request({ type: "call", method, path, body, guest });
  }
  async copy(): Promise<Reply> {
    await this.start();
    return this.#request({ type: "copy" });
  }
  async addCopy(text: string): Promise<Reply> {
    await this.start();
    return this.#request({ type: "add", text });
  }

  /** See whether the net of a case can be had; `away` says so then. */
  seekNet(caseName: string): void {
    void this.start().then(
      () => this.#tell({ type: "seek", case: caseName }),
      () => {},
    );
  }

  open(table: string, guest: string, heard: Heard): number {
    const line = (this.#number += 1);
    this.#lines.set(line, heard);
    this.#tell({ type: "open", line, table, guest });
    return line;
  }
  say(line: number, text: string): void {
    this.#tell({ type: "say", line, text });
  }
  hangUp(line: number): void {
    this.#lines.delete(line);
    this.#tell({ type: "close", line });
  }

  #begin(): void {
    this.#desk = newWorker("desk");
    this.#desk.onmessage = (event: MessageEvent<FromDesk>) => this.#hear(event.data);
    this.#desk.onerror = (event) => (this.problem = event.message || "?");
  }

  /** Bots think in a worker of their own, so that nothing stutters; one that dies is replaced. */
  #addThinker(): void {
    if ((this.#thinkers += 1) > TRIES) return;
    const thinker = newWorker("thinker");
    const { port1, port2 } = new MessageChannel();
    thinker.onmessage = (event: MessageEvent<FromDesk>) => this.#hear(event.data);
    thinker.onerror = () => {
      thinker.terminate();
      this.#addThinker();
    };
    thinker.postMessage(port1, [port1]);
    this.#desk?.postMessage({ type: "port", port: port2 }, [port2]);
  }

  /** A third worker rehearses behind the scenes, so that the next start is quick. */
  #keepMemory(): void {
    const keeper = newWorker("keeper");
    keeper.onmessage = keeper.onerror = () => keeper.terminate();
  }

  #tell(message: ToDesk): void {
    this.#desk?.postMessage(message);
    if (this.#resting) this.#rest();
  }
  /** The first thinker begins when the page has what it wants, and competes with nothing. */
  #rest(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = undefined;
      this.#addThinker();
    }, AT_THE_TABLE);
  }
  #request(message: Record<string, unknown>): Promise<Reply> {
    const id = (this.#number += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#tell({ ...message, id } as ToDesk);
    });
  }

  #hear(message: FromDesk): void {
    switch (message.type) {
      case "progress":
        this.loaded = message.share;
        break;
      case "ready":
        this.isReady = true;
        this.loaded = 1;
        this.#rest();
        if (!message.isWoken && "caches" in window) setTimeout(() => this.#keepMemory(), SETTLED);
        this.#settle?.resolve();
        break;
      case "failed":
        this.problem = message.text;
        this.#settle?.reject(new Error(message.text));
        break;
      case "net":
        this.away = [...this.away.filter((each) => each !== message.case), ...(message.isThere ? [] : [message.case])];
        break;
      case "reply":
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
        break;
      case "said":
        this.#lines.get(message.line)?.(message.text);
        if (message.text === null) this.#lines.delete(message.line);
        break;
    }
  }
}

export const engine = new Engine();

// What was kept is there at once: the engine begins to wake up before the page has anything to show. A guest needs none.
if (navigator.serviceWorker?.controller && !isGuest(location.search)) void engine.start().catch(() => {});
