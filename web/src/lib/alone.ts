/** To play when the server is out of reach: the page that needs none, from the same host, kept on this device on demand. */
import { fileAt } from "#server";

export const ALONE = fileAt("alone/");

async function registration(): Promise<ServiceWorkerRegistration | null> {
  const found = await navigator.serviceWorker?.getRegistration(ALONE);
  return found && new URL(found.scope).pathname === ALONE ? found : null;
}

/** Is all of it on this device? */
export async function isKept(): Promise<boolean> {
  return Boolean((await registration())?.active);
}

/** Does this server offer it, and can this browser keep it? */
export async function isOffered(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  const answer = await fetch(`${ALONE}sw.js`, { method: "HEAD" }).catch(() => null);
  return answer?.ok ?? false;
}

/** Fetch it; rejects where that is not possible. */
export async function keepAlone(): Promise<void> {
  const worker = await navigator.serviceWorker.register(`${ALONE}sw.js`, { scope: ALONE });
  const coming = worker.installing ?? worker.waiting;
  if (!coming) return;
  await new Promise<void>((resolve, reject) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated" || coming.state === "installed") resolve();
      if (coming.state === "redundant") reject(new Error(ALONE));
    });
  });
}
