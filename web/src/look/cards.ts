/** How cards look: symbol, colour and pattern. What they mean comes from the server. */
import { cardIcons, type CaseName } from "./icons.ts";

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

export interface CardLook {
  icon: string;
  /** A second, small symbol: whom a suspicion or a joker is about. */
  badge: string | null;
  ink: string;
  pattern: number;
  /** I to V: which victim and which scene belong together. */
  numeral: string;
}

type Paint = [ink: string, pattern: number, numeral?: string];

const NEUTRAL: Paint = ["#3d3d3d", 0];
const paints: Record<CaseName, Record<string, Paint>> = {
  ripper: {
    druitt: ["#1d4e89", 1],
    eddy: ["#6a2c91", 2],
    gull: ["#a3201d", 3],
    pedachenko: ["#2c6436", 4],
    chapman: ["#8a4b08", 5],
    jill: ["#b02a66", 6],
    letters: ["#37332c", 7],
    joker: ["#0e6a6a", 8],
    nichols: ["#7a3e2b", 9, "I"],
    stride: ["#2b5a75", 9, "II"],
    eddowes: ["#4d6427", 9, "III"],
    "annie-chapman": ["#6b4a86", 9, "IV"],
    kelly: ["#8a2f4c", 9, "V"],
    "ripper-strikes": ["#8f0f0f", 10],
    "commissioner-resigns": ["#22304f", 10],
    "ripper-escapes": ["#171310", 10],
    "alibi:eddy-gull": ["#86265a", 2],
  },
  "rue-morgue": {
    "three-am": ["#27408b", 1],
    "st-roch": ["#3f6fb5", 2],
    mademoiselle: ["#b23a66", 3],
    madame: ["#7a1f45", 4],
    "back-windows": ["#2f7a72", 5],
    "lightning-rod": ["#1c4f52", 6],
    advertisement: ["#94650f", 7],
    sailor: ["#633f0d", 8],
    "le-bon": ["#5d3f8f", 9],
    poe: ["#26242e", 10],
    "dupins-help": ["#474c66", 0],
    dupin: ["#2b2f47", 0],
    "orang-utan": ["#8c3b12", 0],
  },
  "jekyll-hyde": {
    poole: ["#7d5416", 1],
    will: ["#8c2f39", 2],
    theory: ["#1f6b66", 3],
    utterson: ["#3f4d8c", 4],
    carew: ["#e0705f", 5],
    awakes: ["#dba83f", 6],
    hideout: ["#77b584", 7],
    enfield: ["#7fa9de", 8],
    lanyon: ["#7c4a94", 9],
    stevenson: ["#3c4743", 10],
    "lab-work": ["#2f5d50", 0],
    potion: ["#5a7d12", 0],
    transformation: ["#54306b", 0],
  },
  capone: {
    capone: ["#b3122b", 1],
    ralph: ["#1d6f42", 2],
    guzik: ["#7c6a00", 3],
    mcgurn: ["#2a4fa8", 4],
    humphreys: ["#a4520f", 5],
    white: ["#5b5f66", 6],
    nitti: ["#76279a", 7],
    torrio: ["#c2410c", 8],
    hunt: ["#0b7a78", 9],
    burke: ["#8d1d5b", 10],
    heitler: ["#6b4423", 11],
    "agent-meeting": ["#2d3b45", 0],
    "search-warrant": ["#2d3b45", 0],
    ness: ["#20508a", 0],
    raid: ["#8a1c1c", 0],
  },
};

/** `joker@druitt` is the card `joker`, `awakes~` the card `awakes`. */
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

export function lookOf(caseName: CaseName, face: string, figures: Map<string, CardFigures>): CardLook {
  const card = cardOf(face);
  const icons = cardIcons[caseName];
  const family = card.split(":")[0] ?? card;
  const colour = standsFor(face) ?? figures.get(card)?.colour ?? null;
  const [ink, pattern, numeral] = paints[caseName][card] ?? paints[caseName][colour ?? ""] ?? NEUTRAL;
  const icon = icons[card] ?? icons[family] ?? "magnifying-glass";
  const about = colour && colour !== card ? (icons[colour] ?? null) : null;
  return { icon, badge: about === icon ? null : about, ink, pattern, numeral: numeral ?? "" };
}
