/** A lesson or a puzzle in the place of a connection: the same table is drawn from it, and the server's engine answers. */
import { api } from "./api.svelte.ts";
import { prefs } from "./prefs.svelte.ts";
import type { LessonReply, StateInfo } from "./protocol.ts";
import { Link, timeFor } from "./shown.svelte.ts";
import { unbroken } from "./sentence.ts";
import { problemOf } from "./words.ts";

export type Study = "lesson" | "puzzle" | "mistake";

/** A prepared table; what is asked there, and by which words, say those below. */
export abstract class StudyLink extends Link {
  lesson = $state.raw<LessonReply | null>(null);
  /** What is taught at the table as it is shown: nothing is told before it is seen. */
  taught = $state.raw<LessonReply | null>(null);
  /** What was said of the last attempt, until the next one. */
  verdict = $derived(this.taught?.verdict?.text ? this.taught.verdict : null);
  #path: string;
  #showing: ReturnType<typeof setTimeout> | undefined;
  #toShow: StateInfo[] = [];

  constructor(caseName: string, what: Study) {
    super();
    this.#path = `/cases/${encodeURIComponent(caseName)}/${what}`;
  }

  /** Lay the table of a step, or of a puzzle, anew. */
  abstract open(step: number): void;

  override close(): void {
    clearTimeout(this.#showing);
  }
  override ready(): void {
    if (this.lesson && this.lesson.step + 1 < this.lesson.steps) this.open(this.lesson.step + 1);
  }
  override skip(): void {
    for (const state of this.#toShow.splice(0)) this.#take(state);
    this.#showNext();
  }
  /** Put away what was said of the last attempt. */
  forgive(): void {
    if (this.lesson) this.lesson = this.taught = { ...this.lesson, verdict: null };
  }

  /** Is an answer on its way, or still being shown? What is done meanwhile counts for nothing. */
  get isBusy(): boolean {
    return this.waiting > 0 || this.behind > 0;
  }
  /** All is told again: nothing flies. */
  protected tellAgain(): void {
    this.asked += 1;
    this.events = [];
    this.scoring = null;
  }
  protected async ask(wish: Record<string, unknown>): Promise<void> {
    this.waiting = 1;
    this.hint = null;
    this.problem = "";
    try {
      this.#receive(await api<LessonReply>("POST", this.#path, { ...wish, language: prefs.language }));
      this.status = "open";
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.waiting = 0;
  }

  #receive(answer: LessonReply): void {
    this.lesson = answer;
    for (const frame of answer.frames) {
      if (frame.type === "welcome") this.welcome = frame;
      else if (frame.type === "table") this.table = frame;
      else if (frame.type === "scoring") this.scoring = frame;
      else this.#toShow.push(frame);
    }
    this.#showNext();
  }
  /** What the others do is shown step by step, as at any table. */
  #showNext = (): void => {
    clearTimeout(this.#showing);
    const state = this.#toShow.shift();
    if (state) {
      const before = this.state;
      this.#take(state);
      const wait = timeFor(state, before, this.welcome);
      this.#showing = setTimeout(this.#showNext, this.#toShow.length ? wait : 0);
    }
    this.behind = this.#toShow.length;
    if (!this.behind) this.taught = this.lesson;
  };
  #take(state: StateInfo): void {
    this.beforeState(state);
    const known = this.state?.round === state.round ? this.events.slice(0, state.told - state.events.length) : [];
    this.events = [...known, ...state.events.map((event) => ({ ...event, text: unbroken(event.text) }))];
    this.state = state;
  }
}

export class LessonLink extends StudyLink {
  constructor(caseName: string, step: number) {
    super(caseName, "lesson");
    void this.ask({ step });
  }
  override open(step: number): void {
    this.tellAgain();
    void this.ask({ step });
  }
  /** The same again, as after a change of the language. */
  override hello(): void {
    if (!this.lesson) return;
    this.tellAgain();
    void this.ask({ step: this.lesson.step, done: this.lesson.done });
  }
  override act(action: string): void {
    if (!this.lesson || this.isBusy) return;
    this.asked += 1;
    void this.ask({ step: this.lesson.step, done: this.lesson.done, action });
  }
  override why(cards: string[]): void {
    if (this.lesson && !this.isBusy) void this.ask({ step: this.lesson.step, done: this.lesson.done, cards });
  }
  /** Show what is asked next, ready to be chosen. */
  override askHint(): void {
    this.skip();
    const action = this.lesson?.next;
    if (action) this.hint = { type: "hint", id: "", at: this.state?.at ?? "", action, text: "", candidates: [] };
  }
}

export class PuzzleLink extends StudyLink {
  #number: number;
  constructor(caseName: string, number: number, what: "puzzle" | "mistake" = "puzzle") {
    super(caseName, what);
    this.#number = number;
    void this.ask({ number });
  }
  override open(number: number): void {
    this.tellAgain();
    void this.ask({ number });
  }
  override hello(): void {
    if (this.lesson || this.problem) this.open(this.lesson?.step ?? this.#number);
  }
  override act(action: string): void {
    if (!this.lesson || this.isBusy || this.lesson.finished) return;
    this.asked += 1;
    void this.ask({ number: this.lesson.step, action });
  }
  /** Show the solution. */
  override askHint(): void {
    if (this.lesson) void this.ask({ number: this.lesson.step, shown: true });
  }
}

/** Mistakes of one's own: what is solved is gone, and the next one has its number. */
export class MistakeLink extends PuzzleLink {
  constructor(caseName: string) {
    super(caseName, 0, "mistake");
  }
  override ready(): void {
    if (this.lesson && this.lesson.step + 1 < this.lesson.steps)
      this.open(this.lesson.done.length ? this.lesson.step : this.lesson.step + 1);
  }
}
