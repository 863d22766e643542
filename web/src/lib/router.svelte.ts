/** Which page is shown: the path of the address, without loading anything anew. */
import { addressOf, ask, isHere, pageAt } from "#server";
import { keep, kept } from "./kept.ts";
import { randomText } from "./random.ts";

export const route = $state(pageAt(location));

/** A screen that all look at from far away, while the phones are the hands: the address ends in ?tv. */
export const isForTelevision = (): boolean => new URLSearchParams(route.search).has("tv");

const KEY = "casefile.scrolled";
const PATIENCE = 3000;

/** How far down each page of the browser's history was read, as the browser itself cannot wait for what comes later. */
const scrolled = new Map<string, number>(kept<[string, number][]>(KEY, [], "sessionStorage"));
let entry = entryOf(history.state);

function entryOf(state: unknown): string {
  const known = (state as { entry?: string } | null)?.entry;
  const name = known ?? randomText();
  if (!known) history.replaceState({ entry: name }, "");
  return name;
}
history.scrollRestoration = "manual";
addEventListener("scroll", () => scrolled.set(entry, scrollY), { passive: true });
addEventListener("pagehide", () => keep(KEY, [...scrolled].slice(-50), "sessionStorage"));
const before = scrolled.get(entry);
if (before) scrollWhenLongEnough(before);

function read(): void {
  Object.assign(route, pageAt(location));
}
addEventListener("popstate", (event) => {
  const from = route.path;
  entry = entryOf(event.state);
  const place = scrolled.get(entry);
  read();
  if (place !== undefined) scrollWhenLongEnough(place);
  if (from !== route.path) focusHeading();
});

export function go(to: string, how: "push" | "replace" = "push"): void {
  const from = route.path;
  if (how === "push") {
    entry = randomText();
    history.pushState({ entry }, "", addressOf(to));
  } else history.replaceState({ entry }, "", addressOf(to));
  read();
  if (from !== route.path) {
    scrollTo(0, 0);
    focusHeading();
  }
}

/** Go back to where somebody read, as soon as the page is there; unless they scroll themselves. */
function scrollWhenLongEnough(place: number): void {
  const here = entry;
  const start = performance.now();
  let isWanted = true;
  const stop = (): void => {
    isWanted = false;
  };
  for (const kind of ["wheel", "touchstart", "keydown"]) addEventListener(kind, stop, { once: true, passive: true });
  const look = (): void => {
    if (!isWanted || here !== entry || performance.now() - start > PATIENCE) return;
    if (document.documentElement.scrollHeight - innerHeight >= place - 1) scrollTo(0, place);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** People who cannot see it hear of a new page by its heading, as soon as it is there; unless they have gone on. */
function focusHeading(): void {
  const path = route.path;
  const from = document.activeElement;
  const look = (): void => {
    const isStill = document.activeElement === from || document.activeElement === document.body;
    if (route.path !== path || !isStill) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) heading.focus({ preventScroll: true });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Follow links within the page here; everything else is the browser's. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = linkAt(event);
  if (!link || link.target || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) {
    if (!isHere) return;
    event.preventDefault();
    void download(link);
    return;
  }
  if (link.hasAttribute("download")) return;
  const page = pageOf(link);
  if (page.path === route.path && page.hash) return;
  event.preventDefault();
  go(page.path + page.search + page.hash);
}

/** A file that no web server has is made here. */
async function download(link: HTMLAnchorElement): Promise<void> {
  const answer = await ask("GET", link.pathname.replace(/^\/api/, "") + link.search);
  if (answer.ok) save(await answer.blob(), link.download || `casefile-${link.pathname.split("/").at(-1)}`);
}
export function save(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function linkAt(event: Event): HTMLAnchorElement | null {
  return (event.target as Element).closest("a");
}
/** The page that a link means: its address as it was written, or already as the browser needs it. */
function pageOf(link: HTMLAnchorElement): ReturnType<typeof pageAt> {
  return link.dataset.page === undefined
    ? { path: link.pathname, search: link.search, hash: link.hash }
    : pageAt(new URL(link.href));
}

/** Before a link is opened elsewhere or copied, it gets the address that its page has on this web server. */
export function addressLinks(event: Event): void {
  const link = linkAt(event);
  const page = link?.getAttribute("href") ?? "";
  const isAddressed = page.startsWith(addressOf("/"));
  if (!link || isAddressed || !page.startsWith("/") || (isHere && page.startsWith("/api/"))) return;
  link.href = addressOf(page);
  link.dataset.page = page;
}
