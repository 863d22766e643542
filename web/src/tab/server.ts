/** The server in this tab: the same requests and messages as at the other end of a network, answered by a worker. */
import { keep, kept } from "../lib/kept.ts";
import type { Line } from "../lib/server.ts";
import { engine, type Reply, type Way } from "./engine.svelte.ts";
import { isFar } from "./far/known.ts";
import { isAtThisDevice } from "./guests.ts";

export type { Line } from "../lib/server.ts";
export { isAtThisDevice };

export const isHere: boolean = true;
/** Where a file of the page lies. */
export const fileAt = (name: string): string => import.meta.env.BASE_URL + name;
export const openWithin: number = 60_000;

const OPEN = 1;
const CLOSED = 3;
const ME = "casefile.me";
const NOBODY = { name: null, language: null, matches: [], statistics: {}, mistakes: {}, days: [] };

/** What never changes lies beside the page as files, so that it is there before the engine is. */
function fileOf(path: string): string | null {
  return /^\/(cases|rules)(\/|$)/.test(path) ? `baked${path.replace("?language=", ".")}.json` : null;
}

/** Where a table is: in this tab, or on another device. */
async function wayTo(table: string): Promise<Way> {
  if (isFar(table)) return (await import("./far/guest.svelte.ts")).guest;
  await engine.start();
  return engine;
}

function answerOf(reply: Reply): Response {
  return new Response(reply.content, { status: reply.status, headers: { "Content-Type": reply.media } });
}

export async function ask(method: "GET" | "POST", path: string, body = "", guest = ""): Promise<Response> {
  const file = method === "GET" ? fileOf(path) : null;
  if (file) return fetch(file);
  // Home shows what it knew last time, and is told again as soon as the engine is there.
  if (path === "/me" && method === "GET" && !engine.isReady) {
    void engine.whenReady.then(() => document.dispatchEvent(new Event("visibilitychange")));
    return new Response(JSON.stringify({ ...NOBODY, ...kept(ME, {}) }));
  }
  // Nobody else has a table here that one could join.
  if (path === "/tables" && method === "GET") return new Response("[]");
  const table = /^\/tables\/([\w-]+)/.exec(path)?.[1] ?? "";
  const reply = await (await wayTo(table)).ask(method, `/api${path}`, body, guest);
  if (path === "/me" && reply.status === 200) keep(ME, await answerOf(reply).json());
  return answerOf(reply);
}

class TabLine implements Line {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  readyState = 0;
  #way: Way = engine;
  #line = 0;

  constructor(table: string, guest: string) {
    wayTo(table).then(
      (way) => this.#begin(way, table, guest),
      () => this.#end(),
    );
  }
  #begin(way: Way, table: string, guest: string): void {
    if (this.readyState === CLOSED) return;
    this.#way = way;
    this.#line = way.open(table, guest, (text) => {
      if (text === null) this.#end();
      else this.onmessage?.({ data: text });
    });
    this.readyState = OPEN;
    this.onopen?.();
  }
  #end(): void {
    this.readyState = CLOSED;
    this.onclose?.();
  }
  send(text: string): void {
    this.#way.say(this.#line, text);
  }
  close(): void {
    if (this.readyState === OPEN) this.#way.hangUp(this.#line);
    this.readyState = CLOSED;
  }
}

export function openLine(table: string, guest = ""): Line {
  return new TabLine(table, guest);
}

export function seekNet(caseName: string): void {
  engine.seekNet(caseName);
}
export const isNetAway = (caseName: string): boolean => engine.away.includes(caseName);

/** For programs and tests: there is no address to which a request could be sent. */
Object.assign(globalThis, { casefile: { ask, openLine } });

export function styleOf(caseName: string): string {
  return `baked/cases/${encodeURIComponent(caseName)}/look.css`;
}

/** Any web server will do, and none of them knows our pages: which one is shown stands behind a question mark. */
export function addressOf(page: string): string {
  const [beforeHash, hash] = split(page, "#");
  const [path, search] = split(beforeHash, "?");
  const query = path === "/" && !search ? "" : `?${path}${search ? `&${search.slice(1)}` : ""}`;
  return `./${query}${hash}`;
}
export function pageAt(address: Location | URL): { path: string; search: string; hash: string } {
  const [path, search] = split(address.search.replace(/^\?/, ""), "&");
  return {
    path: path.startsWith("/") ? path : "/",
    search: search ? `?${search.slice(1)}` : "",
    hash: address.hash,
  };
}

/** A text in two, the second part with what it begins with. */
function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place)];
}
