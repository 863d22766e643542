/** A review in the making: first the graph, then as many grades as are ready, at last all of it. */
import type { Progress } from "../lib/protocol.ts";
import type { Review } from "./review.ts";

export type Form = "graph" | "next";

export class Reviewing {
  review = $state.raw<Review | null>(null);
  /** How many decisions are graded, of how many; nothing before the first and after the last. */
  progress = $state.raw<Progress | null>(null);
  isBusy = $state(false);
  #asked = 0;

  /** Who did not play a match gets no review of it; then there is none. */
  async look(ask: (form: Form) => Promise<Review | Progress>): Promise<void> {
    const mine = ++this.#asked;
    this.review = this.progress = null;
    this.isBusy = true;
    try {
      let found = await ask("graph");
      while (mine === this.#asked) {
        if ("done" in found) this.progress = found;
        else if (this.review) break;
        else this.review = found;
        found = await ask("next");
      }
      if (mine === this.#asked && !("done" in found)) this.review = found;
    } catch {
      // What it is about is there all the same.
    }
    if (mine !== this.#asked) return;
    this.isBusy = false;
    this.progress = null;
  }
}
