/** What a person chose on this device. */
import { keep, kept } from "./kept.ts";

export const languages = ["en", "de", "it"] as const;
export type Language = (typeof languages)[number];

/** As the protocol names what a table may have as its pace. */
export const speeds = ["relaxed", "natural", "brisk", "instant"] as const;
export type Speed = (typeof speeds)[number];

export interface Prefs {
  language: Language;
  theme: "auto" | "dark" | "light";
  large: boolean;
  motion: boolean;
  guide: boolean;
  /** The command box stays open; otherwise a key opens it. */
  commands: boolean;
  /** The panel beside the table is open, where there is room for it. */
  side: boolean;
  /** How fast what the others do is shown here: as the table has it, or as this person likes it everywhere. */
  speed: Speed | "table";
  sound: boolean;
  /** Nothing but the game is shown. */
  zen: boolean;
  /** The system tells when it is one's turn and the page is not seen. */
  notify: boolean;
  /** How strong the bots were whom this person chose last, by case. */
  levels: Record<string, string>;
  /** The figures on one's own printed cards, by case and card, where they differ from the deck's. */
  decks: Record<string, Record<string, Record<string, number | boolean | string>>>;
  /** At tables against bots, a coach says so when a decision cost much. */
  coach: boolean;
  sort: "colour" | "own";
  name: string;
  guided: string[];
  /** The step of each case's lesson that was reached; see LEARNED. */
  lessons: Record<string, number>;
  /** The names of the puzzles that were solved, by case. */
  puzzles: Record<string, string[]>;
}

const KEY = "casefile.prefs";

function browserLanguage(): Language {
  for (const wanted of navigator.languages) {
    const found = languages.find((language) => wanted.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return "en";
}

const defaults: Prefs = {
  language: browserLanguage(),
  theme: "auto",
  large: false,
  motion: true,
  guide: true,
  commands: false,
  side: true,
  speed: "table",
  sound: true,
  zen: false,
  notify: false,
  levels: {},
  decks: {},
  coach: false,
  sort: "colour",
  name: "",
  guided: [],
  lessons: {},
  puzzles: {},
};

export const prefs = $state<Prefs>({ ...defaults, ...kept<Partial<Prefs>>(KEY, {}) });
if (!speeds.some((speed) => speed === prefs.speed)) prefs.speed = "table"; // once "normal" was kept, chosen or not

const wantsLight = matchMedia("(prefers-color-scheme: light)");
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** The system asks for calm. */
export const isCalm = (): boolean => wantsCalm.matches;

export function moves(): boolean {
  return prefs.motion && !isCalm();
}

/** Keep the choices, and show them on the document. */
export function applyPrefs(): void {
  keep(KEY, prefs);
  const root = document.documentElement;
  root.lang = prefs.language;
  root.dataset.theme = prefs.theme === "auto" ? (wantsLight.matches ? "light" : "dark") : prefs.theme;
  root.dataset.large = prefs.large ? "yes" : "no";
}
wantsLight.addEventListener("change", applyPrefs);
addEventListener("storage", (event) => {
  if (event.key === KEY) Object.assign(prefs, kept<Partial<Prefs>>(KEY, {})); // chosen in another window
});
