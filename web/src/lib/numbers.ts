/** Numbers as they are printed: one below 0 has a minus, not a hyphen. */
import { prefs } from "./prefs.svelte.ts";

export const withMinus = (number: string | number): string => String(number).replace("-", "−");

/** Points won or lost. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : withMinus(points));

/** A share of the whole, in percent with one decimal. */
export const inPercent = (share: number): string =>
  withMinus(
    new Intl.NumberFormat(prefs.language, {
      style: "percent",
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    }).format(share),
  );

/** With one decimal, in the chosen language. */
export const withTenths = (value: number): string =>
  withMinus(
    new Intl.NumberFormat(prefs.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
  );
