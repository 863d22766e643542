/** What a person chose on this device. */
import { keep, kept } from "./kept.ts";

export const languages = ["en", "de", "it"] as const;
export type Language = (typeof languages)[number];

export interface Prefs {
  language: Language;
  theme: "auto" | "dark" | "light";
  large: boolean;
  motion: boolean;
  guide: boolean;
  sort: "colour" | "own";
  name: string;
  guided: string[];
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
  sort: "colour",
  name: "",
  guided: [],
};

export const prefs = $state<Prefs>({ ...defaults, ...kept<Partial<Prefs>>(KEY, {}) });

const wantsLight = matchMedia("(prefers-color-scheme: light)");
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

export function moves(): boolean {
  return prefs.motion && !wantsCalm.matches;
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
