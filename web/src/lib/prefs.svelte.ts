/** What a person chose on this device. */
export const languages = ["en", "de", "it"] as const;
export type Language = (typeof languages)[number];

export interface Prefs {
  language: Language;
  theme: "auto" | "dark" | "light";
  large: boolean;
  motion: boolean;
  guide: boolean;
  /** The command box stays open; otherwise a key opens it. */
  commands: boolean;
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

function kept(): Partial<Prefs> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs>;
  } catch {
    return {};
  }
}

const defaults: Prefs = {
  language: browserLanguage(),
  theme: "auto",
  large: false,
  motion: true,
  guide: true,
  commands: false,
  sort: "colour",
  name: "",
  guided: [],
};

export const prefs = $state<Prefs>({ ...defaults, ...kept() });

const wantsLight = matchMedia("(prefers-color-scheme: light)");
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

export function moves(): boolean {
  return prefs.motion && !wantsCalm.matches;
}

/** Keep the choices, and show them on the document. */
export function applyPrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that keeps nothing still plays.
  }
  const root = document.documentElement;
  root.lang = prefs.language;
  root.dataset.theme = prefs.theme === "auto" ? (wantsLight.matches ? "light" : "dark") : prefs.theme;
  root.dataset.large = prefs.large ? "yes" : "no";
}
wantsLight.addEventListener("change", applyPrefs);
addEventListener("storage", (event) => {
  if (event.key === KEY) Object.assign(prefs, kept()); // chosen in another window
});
