/** Notices of the system, for people who asked for them and look elsewhere. */
import { prefs } from "./prefs.svelte.ts";

export const canNotify = (): boolean => "Notification" in globalThis;

/** Ask for leave; the browser asks the person. */
export async function mayNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Say something if the page is not seen; under one name the newest notice replaces the others. */
export function notify(title: string, body: string, name: string): void {
  if (!prefs.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag: name, icon: "/icon.svg" });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Some phones let only an installed page do this.
  }
}
