import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventInfo, MoveInfo, StateInfo } from "../src/lib/protocol.ts";
import { anchorOf, cameInto, flightsOf, isToldAgain } from "../src/table/flights.ts";

const move = (from: string, to: string, ...cards: (string | null)[]): MoveInfo => ({ from, to, cards });
const event = (...moves: MoveInfo[]): EventInfo => ({
  number: 1,
  what: "whatever",
  seat: 0,
  cards: [],
  value: 0,
  text: "",
  moves,
  other: null,
  count: 0,
  ending: "",
});
const everywhere = (): boolean => true;

test("a place is where the page shows it, also one of which only the case knows", () => {
  assert.equal(anchorOf("hand:1", 1), "hand");
  assert.equal(anchorOf("hand:1", 0), "seat-1");
  assert.equal(anchorOf("hand:0", null), "seat-0");
  assert.equal(anchorOf("area:2", 2), "area-2");
  assert.equal(anchorOf("discard", 0), "discard");
  assert.equal(anchorOf("cellar", 0), "cellar");
});

test("every card flies from where it really lay to where it really went", () => {
  const raid = [
    event(move("hand:0", "discard", "raid")),
    event(move("area:1", "area:0", "nitti", "nitti"), move("area:2", "area:0", "nitti")),
  ];
  assert.deepEqual(flightsOf(raid, 0, everywhere), [
    { face: "raid", from: "hand", to: "discard" },
    { face: "nitti", from: "area-1", to: "area-0" },
    { face: "nitti", from: "area-1", to: "area-0" },
    { face: "nitti", from: "area-2", to: "area-0" },
  ]);
});

test("a card that was not seen flies, and what moves nothing does not", () => {
  assert.deepEqual(flightsOf([event(move("file", "hand:1", null)), event()], 0, everywhere), [
    { face: null, from: "file", to: "seat-1" },
  ]);
});

test("cards that only passed a place which is not shown fly on at once", () => {
  const events = [event(move("file", "aside", "gull", "gull")), event(move("aside", "discard", "gull", "gull"))];
  const straight = { face: "gull", from: "file", to: "discard" };
  assert.deepEqual(
    flightsOf(events, 0, (anchor) => anchor !== "aside"),
    [straight, straight],
  );
  assert.equal(flightsOf(events, 0, everywhere).length, 4);
});

test("a card that comes back to where it was does not fly", () => {
  assert.deepEqual(flightsOf([event(move("discard", "discard", "ripper-strikes"))], 0, everywhere), []);
});

const told = (round: number, count: number, events: EventInfo[]): StateInfo =>
  ({ round, told: count, events, view: {} }) as unknown as StateInfo;

test("what is told of a whole round at once is nothing new, whichever round was shown before", () => {
  const events = [event(move("file", "hand:0", "gull")), event(move("file", "hand:0", "eddy"))];
  const whole = told(3, 2, events);
  assert.ok(isToldAgain(null, whole, []));
  assert.ok(isToldAgain(told(3, 2, events), whole, events));
  assert.ok(isToldAgain(told(1, 2, events), whole, []), "from one position to another of another round");
  assert.ok(!isToldAgain(told(2, 2, events), whole, events), "the next round of a match");
  assert.ok(!isToldAgain(told(3, 2, events), told(3, 3, [event()]), events));
  const lobby = { ...told(0, 0, []), view: null };
  assert.ok(!isToldAgain(lobby, whole, []), "the first deal of a table");
});

test("a drawn card is new, a dealt one and another player's are not", () => {
  const dealt = { ...event(move("file", "hand:0", "jill")), what: "deal" };
  const events = [dealt, event(move("file", "hand:0", "wild@gull")), event(move("file", "hand:1", null, "eddy"))];
  assert.deepEqual(cameInto("hand:0", events), ["wild"]);
});
