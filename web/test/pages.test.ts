import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardFigures, CaseLook } from "../src/look/cards.ts";
import { withAnchors, withNames } from "../src/pages/anchors.ts";
import { choicesFor, figureOf, withFigure } from "../src/pages/figures.ts";
import { seatsFor } from "../src/pages/seating.ts";
import { emptySheet, facesFor, positionOf } from "../src/pages/sheet.ts";
import { figure, type Review } from "../src/study/review.ts";

test("every rule has an anchor, and every mention of one is a link", () => {
  const html = withAnchors("<ul><li><strong>RIP-1</strong> As C-9, but see RIP-2.</li></ul>", "ripper", {
    C: "common",
    RIP: "ripper",
  });
  assert.match(html, /<li id="RIP-1"><a class="rule" href="#RIP-1">RIP-1<\/a>/);
  assert.match(html, /<a href="\/rules\/common#C-9">C-9<\/a>/);
  assert.match(html, /<a href="#RIP-2">RIP-2<\/a>/);
});

test("a table of the rules can be reached by the keyboard, as it may have to be scrolled", () => {
  assert.match(withAnchors("<table><tr><td>1</td></tr></table>", "common", { C: "common" }), /<table tabindex="0">/);
});

test("in an area a joker says whom it stands for, in a hand it does not", () => {
  const faces = ["druitt", "joker", "joker@druitt", "awakes", "awakes~"];
  const cards = ["druitt", "joker", "awakes"];
  assert.deepEqual(facesFor("area-0", cards, faces), ["druitt", "awakes", "joker@druitt", "awakes~"]);
  assert.deepEqual(facesFor("hand-1", cards, faces), cards);
});

test("a score sheet becomes a position that is over", () => {
  const look = {
    sheet: {
      questions: [
        { key: "file", choices: [1, 2], cards_with: null, option: null },
        { key: "tips", choices: [], cards_with: "rank", option: "tips" },
      ],
      piles: [{ key: "under", when: { file: 1 } }],
    },
  } as unknown as CaseLook;
  const info = { look, ended_by_seat: ["discard"] };
  const sheet = emptySheet("rue-morgue", 2);
  sheet.cards = { "area-1": ["poe", "poe", "poe"], under: ["sailor"] };
  assert.deepEqual(positionOf({ ...sheet, answers: { file: 2 }, options: ["tips"] }, info), {
    case: "rue-morgue",
    players: 2,
    options: ["tips"],
    phase: "over",
    file: 2,
    hands: [[], []],
    areas: [[], ["poe", "poe", "poe"]],
    ended: { by: "discard", seat: 0 },
  });
  assert.deepEqual(positionOf({ ...sheet, options: ["tips"], written: { tips: ["poe", "le-bon"] } }, info).tips, [
    "poe",
    "le-bon",
  ]);
  assert.deepEqual(positionOf(sheet, info), {
    case: "rue-morgue",
    players: 2,
    phase: "over",
    file: 1,
    hands: [[], []],
    areas: [[], ["poe", "poe", "poe"]],
    under: ["sailor"],
    ended: { by: "discard", seat: 0 },
  });
});

test("one sits with bots, or leaves the seats open", () => {
  assert.deepEqual(seatsFor("bots", 2, "sergeant"), [{ for: "anyone" }, { for: "bot", bot: "sergeant" }]);
  assert.deepEqual(seatsFor("friends", 3, "sergeant").slice(1), [{ for: "anyone" }, { for: "anyone" }]);
});

const PRINTED = [
  { name: "druitt", figures: { points: 2, rank: 1 } },
  { name: "gull", figures: { points: 2, rank: 2 } },
  { name: "victim:kelly", figures: { points: 3, partner: "scene:miller" } },
  { name: "scene:miller", figures: { points: 3, partner: "victim:kelly" } },
  { name: "victim:eddowes", figures: { points: 3, partner: "scene:mitre" } },
  { name: "scene:mitre", figures: { points: 3, partner: "victim:eddowes" } },
] as unknown as CardFigures[];

test("figures of one's own cards hold only what differs", () => {
  const changed = withFigure(PRINTED, {}, "gull", "points", 5);
  assert.deepEqual(changed, { gull: { points: 5 } });
  assert.equal(figureOf(PRINTED, changed, "gull", "points"), 5);
  assert.deepEqual(withFigure(PRINTED, changed, "gull", "points", 2), {});
});

test("ranks and partners change places, so that a deck stays a deck", () => {
  assert.deepEqual(withFigure(PRINTED, {}, "gull", "rank", 1), { gull: { rank: 1 }, druitt: { rank: 2 } });
  assert.deepEqual(choicesFor(PRINTED, "victim:kelly", "partner"), ["scene:miller", "scene:mitre"]);
  const exchanged = withFigure(PRINTED, {}, "victim:kelly", "partner", "scene:mitre");
  assert.deepEqual(exchanged, {
    "victim:kelly": { partner: "scene:mitre" },
    "scene:mitre": { partner: "victim:kelly" },
    "scene:miller": { partner: "victim:eddowes" },
    "victim:eddowes": { partner: "scene:miller" },
  });
  assert.deepEqual(withFigure(PRINTED, exchanged, "scene:mitre", "partner", "victim:eddowes"), {});
});

test("a figure that rounds to nothing has no sign", () => {
  const review = { words: { decimal: "," } } as unknown as Review;
  assert.deepEqual(
    [-0.04, -0.06, 0, 12.34].map((value) => figure(value, review)),
    ["0,0", "−0,1", "0,0", "12,3"],
  );
});

test("the rules call cards by their names, and keep what is no card", () => {
  const names = new Map([
    ["poole", "Butler Poole"],
    ["carew", "The Carew murder"],
  ]);
  const nameOf = (card: string): string | undefined => names.get(card);
  const [poole, carew] = [
    '<span class="named" title="poole">Butler Poole</span>',
    '<span class="named" title="carew">The Carew murder</span>',
  ];
  assert.equal(withNames("<td><code>poole</code> <code>carew</code></td>", nameOf), `<td>${poole}, ${carew}</td>`);
  assert.equal(withNames("<p>A <code>poole</code> counts.</p>", nameOf), `<p>A ${poole} counts.</p>`);
  const others = "<td><code>poole*3</code> <code>pegasus</code></td>";
  assert.equal(withNames(others, nameOf), others);
});
