/** How cards look. What they mean, and each look, comes from the server. */

/** What is printed on a card, as the server gives it. */
export interface CardFigures {
  name: string;
  copies: number;
  kind: "clue" | "event" | "other";
  colour?: string | null;
  points: number;
  partner?: string;
  letter?: string;
  complete_set?: number;
  rank?: number;
  assumed: string[];
  rules: string[];
  figures?: Record<string, number | boolean | string>;
}

/** How one face looks. */
export interface FaceLook {
  icon: string;
  /** A second, small symbol: whom a card is about. */
  badge?: string;
  ink: string;
  pattern: number;
  /** What stands in the lower corner. */
  mark?: string;
}

export interface SheetQuestion {
  key: string;
  choices: (string | number)[];
  /** A figure: each seat names a card that has it. */
  cards_with: string | null;
  option: string | null;
}

/** How a case looks; see docs/adding-a-case.md. */
export interface CaseLook {
  plain: boolean;
  back: string;
  fan: string[];
  /** The cards of each picture that shows how it is played. */
  pictures: string[][];
  faces: Record<string, FaceLook>;
  mark: string | null;
  turned: Record<string, string>;
  hyphens: string[];
  icons: Record<string, { path: string; box: string }>;
  board: Record<string, { icon?: string; mark?: string }>;
  order: { name: string; card: string } | null;
  sheet: {
    questions: SheetQuestion[];
    piles: { key: string; when: Record<string, string | number> }[];
  };
}

const UNKNOWN: FaceLook = { icon: "magnifying-glass", ink: "#3d3d3d", pattern: 0 };

/** `wild@rope` is the card `wild`, `rope~` the card `rope`. */
export function cardOf(face: string): string {
  return face.replace(/@.*$|~$/, "");
}

/** Whom a joker or a double alibi stands for, if that was decided. */
export function standsFor(face: string): string | null {
  return face.split("@")[1] ?? null;
}

/** The set with which a face lies together in an area. */
export function groupOf(face: string, figures: Map<string, CardFigures>): string {
  return standsFor(face) ?? figures.get(cardOf(face))?.colour ?? cardOf(face);
}

export function faceLook(look: CaseLook | undefined, face: string): FaceLook {
  return look?.faces[face] ?? look?.faces[cardOf(face)] ?? UNKNOWN;
}

/** What stands in the lower corner of a card: a mark of its own, or the figure that its case shows there. */
export function markOf(look: CaseLook | undefined, face: string, figures: CardFigures | undefined): string {
  const own = look?.faces[face]?.mark;
  if (own || !look?.mark || !figures) return own ?? "";
  const printed = String((figures as unknown as Record<string, unknown>)[look.mark] ?? "");
  return face.endsWith("~") ? (look.turned[printed] ?? printed) : printed;
}
