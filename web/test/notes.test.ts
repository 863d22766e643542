import assert from "node:assert/strict";
import { test } from "node:test";
import { certainIn, sharesOf } from "../src/study/belief.ts";
import { along, placeBefore, reviewAlong, type Branch } from "../src/study/branch.ts";
import { keepNote, nameOf, noteOf, withNotes } from "../src/study/notes.ts";
import type { ReplayAnswer, Step } from "../src/pages/still.svelte.ts";
import type { Review } from "../src/study/review.ts";

const store = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  },
});

const RECORD = '[Seed "1887"]\n\nRound 1, dealer 0\n1: draw file ; why {"key": "x"}\n1: discard gull\n= stopped\n';

test("notes stand below their steps, and what is said in a record does not make it another one", () => {
  keepNote(RECORD, 0, "what a deal");
  keepNote(RECORD, 2, "why?");
  assert.equal(noteOf(RECORD, 2), "why?");
  const saved = withNotes(RECORD, "Ann");
  assert.deepEqual(saved.split("\n").slice(2, 7), [
    "Round 1, dealer 0",
    '; note {"by":"Ann","text":"what a deal"}',
    '1: draw file ; why {"key": "x"}',
    "1: discard gull",
    '; note {"by":"Ann","text":"why?"}',
  ]);
  assert.equal(nameOf(RECORD.replace(/ ;.*/, "")), nameOf(RECORD));
  assert.notEqual(nameOf(RECORD.replace("gull", "jill")), nameOf(RECORD));
  keepNote(RECORD, 0, "");
  keepNote(RECORD, 2, " ");
  assert.equal(store.get("casefile.notes"), "[]");
});

const step = (seat: number, action: string): Step => ({ round: 1, seat, action }) as Step;

test("a branch leaves a match after its fork, and places on it are told by the line", () => {
  const replay = { header: {}, steps: [step(0, "a"), step(1, "b"), step(0, "c")] } as ReplayAnswer;
  const worths = [1, 2].map(() => ({ chance: [1, 2], points: [3, 4] }));
  const branch: Branch = { fork: 0, at: 1, seat: 1, said: "x", steps: [step(1, "x"), step(0, "y")], worths };
  const actions = (answer: { steps: { action: string | null }[] } | null): (string | null)[] =>
    (answer?.steps ?? []).map((each) => each.action);
  assert.deepEqual(actions(along(replay, branch)), ["a", "x", "y"]);
  assert.equal(along(replay, null), replay);
  const review = { steps: replay.steps } as unknown as Review;
  assert.deepEqual(actions(reviewAlong(review, branch)), ["a", "x", "y"]);
  assert.equal(reviewAlong(review, { ...branch, worths: [] }), null);
  assert.deepEqual(placeBefore(null, 2), { step: 1, line: [] });
  assert.deepEqual(placeBefore(branch, 1), { step: 0, line: [] });
  assert.deepEqual(placeBefore(branch, 2), { step: 0, line: ["1: x"] });
});

test("what is certain is named, and the rest is shared out", () => {
  const row = { card: "gull", known: [1, 0], expected: [0.5, 1.5], lies: [1, 2] };
  assert.deepEqual(certainIn({ by: "net", places: ["hand:1", "file"], rows: [row] }), [
    { place: "hand:1", cards: ["gull"] },
  ]);
  assert.deepEqual(sharesOf(row), { copies: 2, places: [0.25, 0.75], lies: [0, 2] });
});
