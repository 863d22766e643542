/** A replay in the place of a connection: the same table is drawn from it. */
import type { EventInfo, Note, Remark, RoundResult, SeatInfo, StateInfo, Thought, View } from "../lib/protocol.ts";
import { Link } from "../lib/shown.svelte.ts";
import { t } from "../lib/words.ts";

export interface Step {
  round: number;
  seat: number | null;
  action: string | null;
  events: (Omit<EventInfo, "value"> & { known_to: number[]; shown_to: number[]; hidden_text: string })[];
  views: Record<string, View>;
  result: RoundResult | null;
  notes: Note[];
  thought?: Thought | null;
  remarks?: Remark[];
}

export interface ReplayAnswer {
  header: { names?: string[] | null } & Record<string, unknown>;
  steps: Step[];
}

export class StillLink extends Link {
  constructor() {
    super();
    this.status = "open";
  }

  /** Show one step as one seat saw it, or as somebody who knows all. */
  show(replay: ReplayAnswer, at: number, as: string): void {
    const step = replay.steps[at];
    const seen = step?.views[as] ?? step?.views.all;
    if (!step || !seen) return;
    const view = as === "all" ? { ...seen, notes: step.notes } : seen;
    const seat = as === "all" ? null : Number(as);
    const names = replay.header.names ?? [];
    const target = Number(replay.header.Target ?? 0);
    this.welcome = {
      type: "welcome",
      version: 1,
      table: "",
      seat,
      settings: {
        case: view.case,
        edition: "",
        players: view.players,
        teams: view.teams,
        options: view.options,
        deck: {},
        target,
        pace: "instant",
        clock: null,
        hints: false,
        beat: 0,
        listed: false,
        look_back: false,
        rounds: 0,
        day: "",
        coach: false,
      },
      commitment: "",
      muted: [],
    };
    const seats = Array.from({ length: view.players }, (_, number): SeatInfo => ({
      name: names[number] ?? t("replay.seat", { n: number }),
      kind: "person",
      bot: null,
      connected: true,
      stand_in: null,
      ready: false,
      resigned: false,
      left: false,
    }));
    this.table = {
      type: "table",
      status: "playing",
      seats,
      votes: {},
      clock: null,
      rematch: null,
      watchers: [],
      unrated: [],
    };
    const isTold = (event: Step["events"][number]): boolean => seat === null || event.known_to.includes(seat);
    const told = replay.steps.slice(0, at + 1).filter((each) => each.round === step.round);
    const numbered = told
      .flatMap((each) => each.events)
      .filter(isTold)
      .map((event, index): EventInfo => {
        const isSeen = seat === null || event.shown_to.includes(seat);
        const seen = (cards: (string | null)[]): (string | null)[] => (isSeen ? cards : cards.map(() => null));
        return {
          number: index + 1,
          what: event.what,
          seat: event.seat,
          value: event.number,
          cards: seen(event.cards),
          text: isSeen ? event.text : event.hidden_text,
          moves: event.moves.map((move) => ({ ...move, cards: seen(move.cards) })),
          other: event.other,
          count: event.count,
          ending: event.ending,
        };
      });
    const state: StateInfo = {
      type: "state",
      at: String(at),
      round: step.round,
      dealer: view.dealer,
      scores: view.scores,
      target,
      view,
      actions: [],
      question: "",
      waiting_for: [],
      events: numbered.slice(numbered.length - step.events.filter(isTold).length),
      told: numbered.length,
      undo: "no",
      standing: null,
      board: [],
      worth: [],
    };
    this.beforeState(state);
    this.events = numbered;
    this.state = state;
  }

  /** The step that an event of the round came with, by the number that it has in the log of this seat. */
  stepOf(replay: ReplayAnswer, at: number, as: string, number: number): number {
    const seat = as === "all" ? null : Number(as);
    let told = 0;
    for (const [index, step] of replay.steps.entries()) {
      if (step.round !== replay.steps[at]?.round) continue;
      told += step.events.filter((event) => seat === null || event.known_to.includes(seat)).length;
      if (told >= number) return index;
    }
    return at;
  }
}
