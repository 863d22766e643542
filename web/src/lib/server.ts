/** The server that this page plays on: here one at the other end of a network. `src/tab/server.ts` is one in this tab. */

/** The way to a table and back; a WebSocket is one. */
export interface Line {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

/** Does all of it happen in this browser, without a network? */
export const isHere: boolean = false;
/** Below which address the page and the server lie, without a slash at its end: the scripts lie in a folder there. */
const root = import.meta.env.PROD ? new URL(/* @vite-ignore */ "..", import.meta.url).pathname.replace(/\/$/, "") : "";
/** Where a file of the page lies. */
export const fileAt = (name: string): string => `${root}/${name}`;
/** How long a connection may take to be opened. */
export const openWithin: number = 6000;

export function ask(method: "GET" | "POST", path: string, body?: string, _guest = ""): Promise<Response> {
  return fetch(`${root}/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body,
  });
}

export function openLine(table: string, _guest = ""): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${root}/api/tables/${table}/socket`) as Line;
}

/** Does the person on a seat share this device, so that they are here also while somebody else holds it? */
export const isAtThisDevice = (_table: string, _seat: number): boolean => false;

/** What the learned player of a case has learned may have to be fetched first, where that is this browser's affair. */
export function seekNet(_caseName: string): void {}
export const isNetAway = (_caseName: string): boolean => false;

/** Where the stylesheet of a case lies. */
export function styleOf(caseName: string): string {
  return `${root}/api/cases/${encodeURIComponent(caseName)}/look.css`;
}

/** The browser's address of a page, and the page at an address. */
export function addressOf(page: string): string {
  return root + page;
}
export function pageAt(address: Location | URL): { path: string; search: string; hash: string } {
  const path = address.pathname.startsWith(`${root}/`) ? address.pathname.slice(root.length) : address.pathname;
  return { path, search: address.search, hash: address.hash };
}
