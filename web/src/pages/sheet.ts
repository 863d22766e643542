/** The score sheet for people with the printed cards: what they tapped in, kept on this device. */
import { cardOf } from "../look/cards.ts";
import type { CaseName } from "../look/icons.ts";

export interface Sheet {
  case: CaseName;
  players: number;
  teams: boolean;
  /** What the players are called; "" for one whose name was not written down. */
  names: string[];
  by: string;
  seat: number;
  file: number;
  identity: "jekyll" | "hyde";
  /** Advanced rules, and what each seat has written down by them ("" for nothing). */
  options: string[];
  tips: string[];
  /** By place: `area-0`, `hand-1`, `under`. */
  cards: Record<string, string[]>;
  /** The points of each side, round by round. */
  rounds: number[][];
}

const KEY = "casefile.sheet";

export function emptySheet(caseName: CaseName, players: number, names: string[] = []): Sheet {
  return {
    case: caseName,
    players,
    teams: false,
    names: Array.from({ length: 4 }, (_, seat) => names[seat] ?? ""),
    by: "discard",
    seat: 0,
    file: 1,
    identity: "jekyll",
    options: [],
    tips: Array.from({ length: players }, () => ""),
    cards: {},
    rounds: [],
  };
}

export function keptSheet(): Sheet {
  const empty = emptySheet("ripper", 2);
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Sheet>) };
  } catch {
    return empty;
  }
}

export function keepSheet(sheet: Sheet): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(sheet));
  } catch {
    // A browser that keeps nothing still adds up.
  }
}

/** The faces that can lie in a place: in an area a joker says whom it stands for, in a hand it does not. */
export function facesFor(place: string, cards: string[], faces: string[]): string[] {
  if (!place.startsWith("area-")) return cards;
  const decided = faces.filter((face) => face !== cardOf(face));
  const undecided = new Set(decided.filter((face) => face.includes("@")).map(cardOf));
  return [...cards.filter((card) => !undecided.has(card)), ...decided.filter((face) => cards.includes(cardOf(face)))];
}

/** The round as the server takes it for scoring. */
export function positionOf(sheet: Sheet): Record<string, unknown> {
  const sides = sheet.teams ? 2 : sheet.players;
  const place = (name: string): string[] => sheet.cards[name] ?? [];
  const hasSeat = sheet.by === "discard" || sheet.by === "escape";
  return {
    case: sheet.case,
    players: sheet.players,
    ...(sheet.teams ? { teams: true } : {}),
    ...(sheet.options.length ? { options: sheet.options } : {}),
    phase: "over",
    ...(sheet.case === "capone" ? {} : { file: sheet.file }),
    hands: Array.from({ length: sheet.players }, (_, seat) => place(`hand-${seat}`)),
    areas: Array.from({ length: sides }, (_, side) => place(`area-${side}`)),
    ...(sheet.case === "rue-morgue" && sheet.file === 1 ? { under: place("under") } : {}),
    ...(sheet.case === "jekyll-hyde" ? { identity: sheet.identity } : {}),
    ...(sheet.options.includes("tips") && sheet.tips.every(Boolean) ? { tips: sheet.tips } : {}),
    ended: { by: sheet.by, ...(hasSeat ? { seat: sheet.seat } : {}) },
  };
}
