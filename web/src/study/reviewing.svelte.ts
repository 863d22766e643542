/** A review in the making: first the graph, then as many grades as are ready, at last all of it. */
import type { Progress } from "../lib/protocol.ts";
import { problemOf } from "../lib/words.ts";
import type { Review } from "./review.ts";

export type Form = "graph" | "next";

export class Reviewing {
  review = $state.raw<Review | null>(null);
  /** How many decisions are graded, of how many; nothing before the first and after the last. */
  progress = $state.raw<Progress | null>(null);
  isBusy = $state(false);
  /** Why there is no review: somebody did not play this match, or its net cannot be had without a network. */
  problem = $state("");
  #asked = 0;

  async look(ask: (form: Form) => Promise<Review | Progress>): Promise<void> {
    const mine = ++this.#asked;
    this.review = this.progress = null;
    this.isBusy = true;
    this.problem = "";
    try {
      let found = await ask("graph");
      while (mine === this.#asked) {
        if ("done" in found) this.progress = found;
        else if (this.review) break;
        else this.review = found;
        found = await ask("next");
      }
      if (mine === this.#asked && !("done" in found)) this.review = found;
    } catch (error) {
      if (mine === this.#asked) this.problem = problemOf(error);
    }
    if (mine !== this.#asked) return;
    this.isBusy = false;
    this.progress = null;
  }
}
