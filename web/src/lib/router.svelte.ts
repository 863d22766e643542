/** Which page is shown: the path of the address, without loading anything anew. */
export const route = $state({ path: location.pathname, search: location.search, hash: location.hash });

function read(): void {
  route.path = location.pathname;
  route.search = location.search;
  route.hash = location.hash;
}
addEventListener("popstate", read);

export function go(to: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", to);
  else history.replaceState(null, "", to);
  const before = route.path;
  read();
  if (before !== route.path) {
    scrollTo(0, 0);
    focusHeading();
  }
}

/** Whoever cannot see it hears of a new page by its heading, as soon as it is there; unless they have gone on already. */
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
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
