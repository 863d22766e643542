/** The HTTP side of the server, and what never changes while the page is open. */
import { ask, styleOf } from "#server";
import type { CardFigures } from "../look/cards.ts";
import { ApiError } from "./problems.ts";
import { prefs, type Speed } from "./prefs.svelte.ts";
import type { CaseInfo, CaseLook, Settings, Texts } from "./protocol.ts";

export async function api<Answer>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  guest?: string,
): Promise<Answer> {
  let answer: Response;
  try {
    answer = await ask(method, path, body === undefined ? undefined : JSON.stringify(body), guest);
  } catch {
    throw new ApiError("offline", "offline");
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = JSON.parse(text);
  } catch {
    // Not every error comes from the server itself; a proxy answers in HTML.
  }
  if (!answer.ok) {
    const error = (data as { error?: { code: string; message: string } } | null)?.error;
    throw new ApiError(error?.code ?? String(answer.status), error?.message ?? answer.statusText);
  }
  return data as Answer;
}

/** What can be played, and how quickly bots do where nobody chooses. */
export const cases = $state<{ all: CaseInfo[]; pace: Speed }>({ all: [], pace: "natural" });
const begun = new Map<string, Promise<unknown>>();

/** Fetch something once; what failed is tried again when it is needed again. */
function once<Answer>(key: string, fetchIt: () => Promise<Answer>): Promise<Answer> {
  const loading =
    (begun.get(key) as Promise<Answer> | undefined) ??
    fetchIt().catch((error: unknown) => {
      begun.delete(key);
      throw error;
    });
  begun.set(key, loading);
  return loading;
}

export function loadCases(): Promise<void> {
  return once("cases", async () => {
    const answer = await api<{ pace: Speed; cases: CaseInfo[] }>("GET", "/cases");
    cases.pace = answer.pace;
    cases.all = answer.cases.map((info) => ({
      ...info,
      deck: info.deck.map((card) => ({ ...card, ...card.figures })),
    }));
  });
}

/** How a case looks; undefined until the cases have come. */
export function lookFor(caseName: string): CaseLook | undefined {
  return cases.all.find((info) => info.name === caseName)?.look;
}

/** Put the stylesheet of a case into the page; without it the case looks plain. */
function loadStyle(caseName: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = styleOf(caseName);
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(link.href));
    };
  });
}

const texts = $state<Record<string, Texts>>({});

/** Fetch the words of a case in the present language, and its style. */
function loadTexts(caseName: string): Promise<void> {
  const key = `${prefs.language}/${caseName}`;
  return once(key, async () => {
    const style = once(`style/${caseName}`, () => loadStyle(caseName)).catch(() => {});
    texts[key] = await api<Texts>("GET", `/cases/${caseName}/texts?language=${prefs.language}`);
    await style;
  });
}

interface RulesPage {
  title: string;
  markdown: string;
  rules: { number: string; markdown: string }[];
}

/** A page of the rules, in a language. */
export function rulesPage(page: string, language: string): Promise<RulesPage> {
  return once(`rules/${language}/${page}`, () => api("GET", `/rules/${page}?language=${language}`));
}

/** The words of a case in the present language; undefined until they have come. */
export function textsOf(caseName: string): Texts | undefined {
  if (!caseName) return undefined;
  const key = `${prefs.language}/${caseName}`;
  if (!texts[key]) loadTexts(caseName).catch(() => {});
  return texts[key] ?? texts[`en/${caseName}`];
}

/** What a page shows of one case; of a name that is none, nothing. */
export async function loadCase(caseName: string): Promise<void> {
  await loadCases();
  if (cases.all.some((info) => info.name === caseName)) await loadTexts(caseName);
}

/** All that pages show of the cases, so that it can be shown at once: what comes later moves what is under a finger. */
export async function loadAll(): Promise<void> {
  await loadCases();
  await Promise.all(cases.all.map((info) => loadTexts(info.name)));
}

/** The figures of a deck by card, with those of the table's own cards over them. */
export function figuresOf(caseName: string, own: Settings["deck"] = {}): Map<string, CardFigures> {
  const deck = cases.all.find((info) => info.name === caseName)?.deck ?? [];
  return new Map(deck.map((card) => [card.name, { ...card, ...own[card.name] }]));
}

export function cardName(caseName: string, face: string): string {
  return textsOf(caseName)?.cards[face] ?? face;
}

/** What a card is for: by its name, by its family, or as a clue like others. */
export function cardHelp(caseName: string, card: string, kind: string): string {
  const help = textsOf(caseName)?.help ?? {};
  return help[card] ?? help[card.split(":")[0] ?? card] ?? (kind === "clue" ? help.clue : undefined) ?? "";
}

export function pileName(caseName: string): string {
  return textsOf(caseName)?.piles?.discard ?? "";
}
