import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { followAll } from "../src/table/deal.ts";
import { follow, type DealPlan } from "../src/table/dealing.ts";
import { agrees } from "../src/table/replayed.ts";
import type { Seen } from "../src/lib/witness.ts";

/** Rounds that the engine dealt and played at random, as everybody together saw them, and as seat 0 did. */
interface Round {
  case: string;
  plan: DealPlan;
  seed: string;
  round: number;
  seats: number;
  viewer: number | null;
  seen: Seen;
}
const rounds = JSON.parse(readFileSync(new URL("deals.json", import.meta.url), "utf8")) as Round[];

const check = ({ plan, seed, round, seats, seen }: Round): Promise<{ cards: number; wrong: string | null }> =>
  follow(plan, seed, round, seats, seen);

for (const round of rounds) {
  const who = `${round.case}, ${round.viewer === null ? "all cards" : "one seat"}`;
  test(`every card that was shown is where the shuffle had put it: ${who}`, async () => {
    const { cards, wrong } = await check(round);
    assert.equal(wrong, null);
    assert.ok(cards > 50);
  });

  test(`forged cards are found out: ${who}`, async () => {
    // What one seat sees may have gaps later on; its own deal has none.
    const last = round.viewer === null ? Infinity : round.seats;
    for (const [number, moves] of round.seen.entries()) {
      for (const [at, move] of moves.entries()) {
        if (move.from !== "file" || number >= last || !move.cards[0]) continue;
        const seen = structuredClone(round.seen);
        seen[number]![at]!.cards[0] = round.plan.cards.find((card) => !move.cards.includes(card)) ?? null;
        assert.notEqual((await check({ ...round, seen })).wrong, null);
      }
    }
  });

  test(`another seed deals other cards: ${who}`, async () => {
    const { plan, seats, seen } = round;
    assert.notEqual((await followAll(plan, "another", seats, { [round.round]: seen })).wrong, null);
  });
}

test("a replay that names another card than was shown does not agree", () => {
  const shown: Seen = [[{ from: "file", to: "hand:0", cards: ["a", null] }]];
  assert.ok(agrees(shown, [[{ from: "file", to: "hand:0", cards: ["a", "b"] }]]));
  assert.ok(!agrees(shown, [[{ from: "file", to: "hand:0", cards: ["c", "b"] }]]));
  assert.ok(!agrees(shown, [[{ from: "file", to: "hand:1", cards: ["a", "b"] }]]));
  assert.ok(!agrees(shown, []));
});
