/** A worker with the Python engine: as the desk it is the server of this tab, as the thinker it decides for bots,
 * and as the keeper it leaves a memory behind with which the others begin sooner next time. */
import { keepMemory, loadPython, NETS } from "./python.ts";
import { hasNet, netsBeside } from "./nets.ts";
import { BrowserShelf } from "./shelf.ts";

export type Role = "desk" | "thinker" | "keeper";
export type ToDesk =
  | { type: "port"; port: MessagePort }
  | { type: "call"; id: number; method: string; path: string; body: string; guest: string }
  | { type: "copy"; id: number }
  | { type: "add"; id: number; text: string }
  | { type: "seek"; case: string }
  | { type: "open"; line: number; table: string; guest: string }
  | { type: "say"; line: number; text: string }
  | { type: "close"; line: number };

export type FromDesk =
  | { type: "progress"; share: number }
  | { type: "ready"; isWoken: boolean }
  | { type: "kept" }
  | { type: "failed"; text: string }
  | { type: "net"; case: string; isThere: boolean }
  | { type: "reply"; id: number; status: number; media: string; content: Uint8Array<ArrayBuffer> }
  | { type: "said"; line: number; text: string | null };

interface Proxy {
  toJs(): unknown;
  destroy(): void;
}
interface Desk {
  call(method: string, path: string, body: string, guest: string): Promise<Proxy>;
  make_copy(): Promise<string>;
  add_copy(text: string): Promise<Proxy>;
  seek_net(caseName: string): Promise<void>;
  open(line: number, table: string, guest: string, tell: (text: string | undefined) => void): void;
  hear(line: number, text: string): void;
  close(line: number): void;
}

const LOADING = 0.8; // of the bar; the rest is starting

const post = (message: FromDesk, transfer: Transferable[] = []): void =>
  (postMessage as (message: FromDesk, transfer: Transferable[]) => void)(message, transfer);

/** Whether the net of a case can be had, for the page to say so. */
const tellOfNet = (caseName: string, isThere: boolean): void => post({ type: "net", case: caseName, isThere });

// The thinker

async function think(): Promise<void> {
  const called = new Promise<MessagePort>((resolve) => {
    onmessage = (event: MessageEvent<MessagePort>) => resolve(event.data);
  });
  const [{ python }, nets] = await Promise.all([loadPython(() => {}), netsBeside(...NETS, tellOfNet)]);
  python.runPython("from casefile.tab.worker import open_thinker");
  const open = python.globals.get("open_thinker") as (nets: unknown) => (task: string) => Promise<string>;
  const work = open(nets);
  const port = await called;
  port.onmessage = async (event: MessageEvent<{ id: number; task: string }>) =>
    port.postMessage({ id: event.data.id, answer: await work(event.data.task) });
}

// The desk

let desk: Desk | null = null;
let thinker: MessagePort | null = null;
let tasks = 0;
const given = new Map<number, { task: string; done: (answer: string) => void }>();

/** What the Python side asks of its browser. */
function hostOver(shelf: BrowserShelf): Record<string, unknown> {
  return {
    get: (key: string) => shelf.get(key),
    under: async (start: string) => JSON.stringify(await shelf.under(start)),
    put: (rows: string) => shelf.put(JSON.parse(rows) as [string, string | null, boolean][]),
    think: (task: string) =>
      new Promise<string>((done) => {
        const id = (tasks += 1);
        given.set(id, { task, done });
        thinker?.postMessage({ id, task });
      }),
    has_net: async (digest: string, caseName: string, pause: number) => {
      const isThere = await hasNet(NETS[0], digest, pause);
      tellOfNet(caseName, isThere);
      return isThere;
    },
  };
}

/** A thinker has come, or another one in place of one that died: what is not done yet is given to it. */
function takePort(port: MessagePort): void {
  thinker = port;
  port.onmessage = (event: MessageEvent<{ id: number; answer: string }>) => {
    given.get(event.data.id)?.done(event.data.answer);
    given.delete(event.data.id);
  };
  for (const [id, { task }] of given) port.postMessage({ id, task });
}

async function openDesk(): Promise<void> {
  onmessage = (event: MessageEvent<ToDesk>) => void hear(event.data);
  try {
    const told = (share: number): void => post({ type: "progress", share: share * LOADING });
    const [{ python, isWoken }, shelf] = await Promise.all([loadPython(told), BrowserShelf.open()]);
    post({ type: "progress", share: 0.9 });
    python.runPython("from casefile.tab.worker import open_desk");
    const open = python.globals.get("open_desk") as (host: unknown) => Promise<Desk>;
    desk = await open(hostOver(shelf));
    post({ type: "ready", isWoken });
  } catch (error) {
    post({ type: "failed", text: error instanceof Error ? error.message : String(error) });
  }
}

function reply(id: number, answer: Proxy): void {
  const [status, media, content] = answer.toJs() as [number, string, Uint8Array<ArrayBuffer>];
  answer.destroy();
  post({ type: "reply", id, status, media, content }, [content.buffer]);
}

async function hear(message: ToDesk): Promise<void> {
  if (message.type === "port") takePort(message.port);
  else if (!desk) return;
  else if (message.type === "call")
    reply(message.id, await desk.call(message.method, message.path, message.body, message.guest));
  else if (message.type === "seek") await desk.seek_net(message.case);
  else if (message.type === "add") reply(message.id, await desk.add_copy(message.text));
  else if (message.type === "copy") {
    const content = new TextEncoder().encode(await desk.make_copy());
    post({ type: "reply", id: message.id, status: 200, media: "application/json", content }, [content.buffer]);
  } else if (message.type === "open")
    desk.open(message.line, message.table, message.guest, (text) =>
      post({ type: "said", line: message.line, text: text ?? null }),
    );
  else if (message.type === "say") desk.hear(message.line, message.text);
  else desk.close(message.line);
}

// The keeper

async function keep(): Promise<void> {
  await keepMemory().catch((error: unknown) => console.warn(error)); // no room: the next start takes longer
  post({ type: "kept" });
}

// Its name says what it is: nothing has to be told, which would have to wait until the page has been drawn.
void { desk: openDesk, thinker: think, keeper: keep }[self.name as Role]();
