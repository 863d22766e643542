/** Notices that the server sends while the page is closed, for slow tables; only where the host of the server wants it. */
import { isHere } from "#server";
import { api } from "./api.svelte.ts";
import { prefs } from "./prefs.svelte.ts";

/** The parts of a subscription that the server has to know. */
function wishOf(subscription: PushSubscription, isOn: boolean): Record<string, unknown> {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: prefs.language, on: isOn };
}

/** Have this device told, or no longer; whether it is told now. A browser that cannot is not asked. */
export async function setPush(isOn: boolean): Promise<boolean> {
  if (isHere || !("serviceWorker" in navigator) || !("PushManager" in globalThis)) return false;
  try {
    const worker = await navigator.serviceWorker.ready;
    const before = await worker.pushManager.getSubscription();
    if (!isOn) {
      if (before) await api("POST", "/me/push", wishOf(before, false)).catch(() => {});
      await before?.unsubscribe();
      return false;
    }
    const { key } = await api<{ key: string | null }>("GET", "/push");
    if (key === null) return false;
    const wanted = { userVisibleOnly: true, applicationServerKey: key };
    await api("POST", "/me/push", wishOf(before ?? (await worker.pushManager.subscribe(wanted)), true));
    return true;
  } catch {
    return false; // a notice while the page is open remains
  }
}
