/** A line that was not played: it leaves a match after a step, and is walked along like the match itself. */
import type { WhatIf } from "../lib/protocol.ts";
import type { ReplayAnswer, Step } from "../pages/still.svelte.ts";
import type { Review, ReviewStep } from "./review.ts";

export interface Branch {
  /** The last step of the match that belongs to it. */
  fork: number;
  /** The step at which something else was chosen, by whom, and what. */
  at: number;
  seat: number;
  said: string;
  steps: Step[];
  worths: WhatIf["worths"];
}

/** Where a decision stands: after which step of the match, and after which actions on a line that leaves it there. */
export interface Place {
  step: number;
  line: string[];
}

/** The moment before a step, in a match or on a branch of it. */
export function placeBefore(branch: Branch | null, at: number): Place {
  if (!branch || at <= branch.fork) return { step: at - 1, line: [] };
  const line = branch.steps.slice(0, at - 1 - branch.fork).map((step) => `${step.seat}: ${step.action}`);
  return { step: branch.fork, line };
}

/** The match up to the fork, and the branch from there on. */
export function along(replay: ReplayAnswer, branch: Branch | null): ReplayAnswer {
  if (!branch) return replay;
  return { ...replay, steps: [...replay.steps.slice(0, branch.fork + 1), ...branch.steps] };
}

/** The graph of the same; without worths there is none behind the fork, and the match's own stays. */
export function reviewAlong(review: Review | null, branch: Branch | null): Review | null {
  if (!review || !branch || branch.worths.length < branch.steps.length) return branch ? null : review;
  const steps = branch.steps.map((step, number): ReviewStep => ({
    round: step.round,
    seat: step.seat,
    action: step.action,
    chance: branch.worths[number]?.chance ?? [],
    points: branch.worths[number]?.points ?? [],
    swing: false,
    luck: null,
    decision: null,
  }));
  return { ...review, steps: [...review.steps.slice(0, branch.fork + 1), ...steps] };
}
