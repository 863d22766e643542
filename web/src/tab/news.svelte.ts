/** A new version of the site: it is fetched beside the old one, waits, and changes over when somebody says so. */
const OFTEN = 60 * 60 * 1000;
const TABLE = "casefile.table"; // held by every tab that shows one

export const news = $state({ isWaiting: false, isAsked: false });
let registered: ServiceWorkerRegistration | undefined;

export async function watchForNews(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    registered = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}sw.js`);
  } catch {
    return; // not a secure address: the site works as long as its web server is there
  }
  const look = (): void => {
    news.isWaiting = Boolean(registered?.waiting && navigator.serviceWorker.controller);
  };
  registered.addEventListener("updatefound", () => registered?.installing?.addEventListener("statechange", look));
  look();
  setInterval(() => void registered?.update().catch(() => {}), OFTEN);
}

/** As long as a tab shows a table, all of them stay with their version; returns how to let go. */
export function holdVersion(): () => void {
  let letGo = (): void => {};
  const left = new Promise<void>((resolve) => (letGo = resolve));
  void navigator.locks?.request(TABLE, { mode: "shared" }, () => left);
  return letGo;
}

/** Between matches: not before every other tab has left its table. */
export async function changeOver(): Promise<void> {
  news.isAsked = true;
  await navigator.locks?.request(TABLE, () => {});
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  registered?.waiting?.postMessage("change over");
}
