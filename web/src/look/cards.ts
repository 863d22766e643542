/** How cards look. What they mean, and each look, comes from the server. */
import type { CaseLook, FaceLook } from "../lib/messages.ts";

export type { CaseLook };

/** What is printed on a card, as the server gives it. */
export interface CardFigures {
  name: string;
  copies: number;
  kind: "clue" | "event" | "other";
  colour?: string | null;
  points: number;
  assumed: string[];
  rules: string[];
  figures?: Record<string, number | boolean | string>;
}

const UNKNOWN: FaceLook = { icon: "magnifying-glass", ink: "#3d3d3d", pattern: 0 };

/** `wild@rope` is the card `wild`, `rope~` the card `rope`. */
export function cardOf(face: string): string {
  return face.replace(/@.*$|~$/, "");
}

/** Whom a card stands for that may stand for several, if that was decided: `wild@rope`. */
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
/** A figure of a card by its name, as the deck or the table's own cards have it. */
export function figureOf(figures: CardFigures, name: string): number | boolean | string | undefined {
  return (figures as unknown as Record<string, number | boolean | string | undefined>)[name];
}

/** The figures that only this case prints on cards, with what they are called: the words of a card's name for a card. */
export function moreFigures(
  figures: CardFigures,
  words: Record<string, string>,
  nameOf: (word: string) => string,
): string[] {
  const said = (name: string): string => {
    const value = figureOf(figures, name);
    const word = words[name] ?? name.replaceAll("_", " ");
    if (!value) return "";
    return value === true ? word : `${word}: ${typeof value === "string" ? nameOf(value) : value}`;
  };
  return Object.keys(figures.figures ?? {})
    .filter((name) => name !== "points")
    .map(said)
    .filter(Boolean);
}

export function markOf(look: CaseLook | undefined, face: string, figures: CardFigures | undefined): string {
  const own = look?.faces[face]?.mark;
  if (own || !look?.mark || !figures) return own ?? "";
  const printed = String(figureOf(figures, look.mark) ?? "");
  return face.endsWith("~") ? (look.turned[printed] ?? printed) : printed;
}
