/** The score sheet for people with the printed cards: what they tapped in, kept on this device. */
import { keep, kept } from "../lib/kept.ts";
import type { CaseInfo, CaseLook, SheetQuestion } from "../lib/protocol.ts";
import { cardOf } from "../look/cards.ts";

export interface Sheet {
  case: string;
  players: number;
  teams: boolean;
  /** What the players are called; "" for one whose name was not written down. */
  names: string[];
  by: string;
  seat: number;
  /** Advanced rules. */
  options: string[];
  /** What the case asks beyond the cards, by key: of all, and of each seat ("" for nothing). */
  answers: Record<string, string | number>;
  written: Record<string, string[]>;
  /** By place: `area-0`, `hand-1`, or a pile of the case. */
  cards: Record<string, string[]>;
  /** The points of each side, round by round. */
  rounds: number[][];
}

const KEY = "casefile.sheet";

export function emptySheet(caseName: string, players: number, names: string[] = []): Sheet {
  return {
    case: caseName,
    players,
    teams: false,
    names: Array.from({ length: 4 }, (_, seat) => names[seat] ?? ""),
    by: "discard",
    seat: 0,
    options: [],
    answers: {},
    written: {},
    cards: {},
    rounds: [],
  };
}

export function keptSheet(): Sheet {
  return { ...emptySheet("", 2), ...kept<Partial<Sheet>>(KEY, {}) };
}

export function keepSheet(sheet: Sheet): void {
  keep(KEY, sheet);
}

/** The faces that can lie in a place: in an area a joker says whom it stands for, in a hand it does not. */
export function facesFor(place: string, cards: string[], faces: string[]): string[] {
  if (!place.startsWith("area-")) return cards;
  const decided = faces.filter((face) => face !== cardOf(face));
  const undecided = new Set(decided.filter((face) => face.includes("@")).map(cardOf));
  return [...cards.filter((card) => !undecided.has(card)), ...decided.filter((face) => cards.includes(cardOf(face)))];
}

/** What is asked under the advanced rules that were chosen. */
export function asked(sheet: Sheet, look: CaseLook): SheetQuestion[] {
  return look.sheet.questions.filter(({ option }) => !option || sheet.options.includes(option));
}

/** The answer to a question with choices: the first, until another is chosen. */
export function answerTo(sheet: Sheet, question: SheetQuestion): string | number {
  return sheet.answers[question.key] ?? question.choices[0] ?? "";
}

/** The piles of the case that the answers leave on the table. */
export function pilesFor(sheet: Sheet, look: CaseLook): string[] {
  const answers = Object.fromEntries(asked(sheet, look).map((each) => [each.key, answerTo(sheet, each)]));
  return look.sheet.piles
    .filter(({ when }) => Object.entries(when).every(([key, value]) => answers[key] === value))
    .map(({ key }) => key);
}

/** The round as the server takes it for scoring. */
export function positionOf(
  sheet: Sheet,
  { look, ended_by_seat }: Pick<CaseInfo, "look" | "ended_by_seat">,
): Record<string, unknown> {
  const sides = sheet.teams ? 2 : sheet.players;
  const place = (name: string): string[] => sheet.cards[name] ?? [];
  const answers = asked(sheet, look).flatMap((each): [string, unknown][] => {
    if (each.choices.length) return [[each.key, answerTo(sheet, each)]];
    const written = sheet.written[each.key] ?? [];
    return written.length === sheet.players && written.every(Boolean) ? [[each.key, written]] : [];
  });
  return {
    case: sheet.case,
    players: sheet.players,
    ...(sheet.teams ? { teams: true } : {}),
    ...(sheet.options.length ? { options: sheet.options } : {}),
    phase: "over",
    hands: Array.from({ length: sheet.players }, (_, seat) => place(`hand-${seat}`)),
    areas: Array.from({ length: sides }, (_, side) => place(`area-${side}`)),
    ...Object.fromEntries([...answers, ...pilesFor(sheet, look).map((key) => [key, place(key)])]),
    ended: { by: sheet.by, ...(ended_by_seat.includes(sheet.by) ? { seat: sheet.seat } : {}) },
  };
}
