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
/** How long a connection may take to be opened. */
export const openWithin: number = 6000;

export function ask(method: "GET" | "POST", path: string, body?: string, _guest = ""): Promise<Response> {
  return fetch(`/api${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body,
  });
}

export function openLine(table: string, _guest = ""): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/socket`) as Line;
}

/** Where the stylesheet of a case lies. */
export function styleOf(caseName: string): string {
  return `/api/cases/${encodeURIComponent(caseName)}/look.css`;
}

/** The browser's address of a page, and the page at an address. */
export function addressOf(page: string): string {
  return page;
}
export function pageAt(address: Location | URL): { path: string; search: string; hash: string } {
  return { path: address.pathname, search: address.search, hash: address.hash };
}
