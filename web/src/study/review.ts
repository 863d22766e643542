/** The review of a match as the server gives it; figures are whole numbers in the units that it names. */
export type Grade = "best" | "fine" | "slip" | "mistake" | "blunder";

export interface Option {
  action: string;
  text: string;
  chance: number;
  points: number;
  tries: number;
}

export interface Judged {
  grade: Grade;
  loss: [number, number];
  text: string;
  best: string;
  best_text: string;
  reason: string;
  options: Option[];
}

export interface ReviewStep {
  round: number;
  seat: number | null;
  action: string | null;
  chance: number[];
  points: number[];
  swing: boolean;
  luck: { name: string; chance: number[]; points: number[] } | null;
  decision: Judged | null;
}

export interface Review {
  names: string[];
  sides: number;
  judge: string;
  words: { [key: string]: unknown; columns?: string[]; decimal?: string; percent?: string };
  units: { chance: number; points: number };
  winner: number | null;
  /** Seats of whose decisions nothing is told. */
  hidden?: number[];
  steps: ReviewStep[];
  seats: {
    seat: number;
    decisions: number;
    loss: [number, number];
    mark: number;
    grades: Record<Grade, number>;
    worst: number[];
    sentence: string;
    lines: [string, number, number][];
  }[];
}

export const COSTLY: readonly Grade[] = ["slip", "mistake", "blunder"];

/** A sentence of the review, its gaps filled. */
export function say(review: Review, key: string, gaps: Record<string, string | number> = {}): string {
  return String(review.words[key] ?? key).replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap] ?? ""));
}

/** A figure with one digit behind the point, as the language writes it; what rounds to nothing has no sign. */
export function figure(value: number, review: Review, digits = 1): string {
  return value
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, "")
    .replace("-", "−")
    .replace(".", review.words.decimal ?? ".");
}

/** A number of percent, as the language writes it. */
export function inPercent(number: string | number, review: Review): string {
  return (review.words.percent ?? "{number}\u00a0%").replace("{number}", String(number));
}

export function percent(units: number, review: Review): string {
  return inPercent(figure((units / review.units.chance) * 100, review), review);
}

export function points(units: number, review: Review): string {
  return figure(units / review.units.points, review);
}

/** The next step behind this one, or before it, that a question is true of; this one itself if there is none. */
export function nextStep(steps: ReviewStep[], at: number, way: 1 | -1, is: (step: ReviewStep) => boolean): number {
  for (let to = at + way; to >= 0 && to < steps.length; to += way) {
    const step = steps[to];
    if (step && is(step)) return to;
  }
  return at;
}

/** Did this seat decide something here that cost it? */
export function isCostly(step: ReviewStep, seat: number): boolean {
  return step.seat === seat && step.decision !== null && COSTLY.includes(step.decision.grade);
}
