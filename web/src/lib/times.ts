/** How long something takes, in words. */
import { t } from "./words.ts";

const MINUTE = 60;
const DAY = 86_400;

export function duration(seconds: number): string {
  if (seconds >= DAY) return t("home.days", { n: Math.round(seconds / DAY) });
  if (seconds >= MINUTE) return t("home.minutes", { n: Math.round(seconds / MINUTE) });
  return t("home.seconds", { n: seconds });
}

/** What a clock shows: days, hours and minutes, or minutes and seconds. */
export function countdown(seconds: number): string {
  const two = (n: number): string => String(Math.floor(n)).padStart(2, "0");
  if (seconds >= DAY) return t("home.days", { n: Math.ceil(seconds / DAY) });
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)} h`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
