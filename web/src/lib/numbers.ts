/** Numbers as they are printed: one below 0 has a minus, not a hyphen. */
import { prefs } from "./prefs.svelte.ts";

export const withMinus = (number: string | number): string => String(number).replace("-", "−");

/** Points won or lost. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : withMinus(points));

/** With one decimal, in the chosen language. */
export const withTenths = (value: number): string =>
  withMinus(
    new Intl.NumberFormat(prefs.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
  );
