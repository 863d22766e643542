/** What the server sends and takes; see docs/protocol.md. What is not a message stands here, all others in messages.ts. */
import type { CardFigures } from "../look/cards.ts";
import type { CaseName } from "../look/icons.ts";
import type { View as CommonView } from "./messages.ts";

export * from "./messages.ts";

/** What a seat sees, with the keys that only some cases have. */
export interface View extends CommonView {
  under?: (string | null)[];
  identity?: "jekyll" | "hyde";
  tips?: (string | null)[];
}

export interface CaseInfo {
  name: CaseName;
  title: string;
  players: number[];
  editions: string[];
  options: string[];
  /** By the number of players: alone, in teams, or either. */
  teams: Record<string, boolean[]>;
  target: number;
  deck: CardFigures[];
}

/** Words of a case in one language. */
export interface Texts {
  title: string;
  blurb?: string;
  piles?: { file: string; discard: string };
  cards: Record<string, string>;
  help?: Record<string, string>;
  chat: Record<string, string>;
}
