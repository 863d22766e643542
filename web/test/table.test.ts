import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActionInfo, EventInfo } from "../src/lib/protocol.ts";
import { cardOf, faceLook, groupOf, markOf, type CardFigures, type CaseLook } from "../src/look/cards.ts";
import {
  cardsUsed,
  actionFor,
  actionsAt,
  boldFirst,
  brightAction,
  byHeld,
  goTogether,
  liveCards,
  mainActions,
  offersFor,
} from "../src/table/choices.ts";
import { folded } from "../src/table/alike.ts";
import { completions } from "../src/table/commands.ts";
import { caught } from "../src/table/caught.ts";
import { checkDeal } from "../src/table/deal.ts";
import { listed } from "../src/lib/lists.ts";
import { lastTurn, type LastTurn } from "../src/table/last.ts";
import { inOwnOrder, keyed, moved, sortedByColour } from "../src/table/hand.ts";
import { inPieces } from "../src/table/pieces.ts";

const action = (text: string, ...cards: string[]): ActionInfo => ({
  text,
  verb: text.split(" ")[0]!,
  cards,
  words: text,
  of_hand: cards.length > 0 && !text.startsWith("take"),
  ends_turn: text.startsWith("discard"),
});
const legal = [
  action("meld druitt*3", "druitt", "druitt", "druitt"),
  action("meld druitt*2 joker", "druitt", "druitt", "joker"),
  action("lay joker@gull", "joker@gull"),
  action("play raid nitti", "raid"),
  action("discard druitt", "druitt"),
  action("discard nitti", "nitti"),
  action("call-tips"),
];
const texts = (actions: ActionInfo[]): string[] => actions.map((each) => each.text);

test("an action uses the cards of the hand that it puts down", () => {
  assert.deepEqual(cardsUsed(legal[2]!), ["joker"]);
  assert.deepEqual(cardsUsed(legal[3]!), ["raid"]);
  assert.deepEqual(cardsUsed(legal[6]!), []);
});

test("chosen cards offer just the actions that use them all, exact ones first, discards last", () => {
  assert.deepEqual(texts(offersFor(["druitt"], legal)), ["meld druitt*3", "meld druitt*2 joker", "discard druitt"]);
  assert.deepEqual(texts(offersFor(["druitt", "joker"], legal)), ["meld druitt*2 joker"]);
  assert.deepEqual(texts(offersFor(["nitti"], legal)), ["discard nitti"]);
});

test("without a choice all but plain discards stands out", () => {
  assert.deepEqual(texts(mainActions(legal)), [
    "call-tips",
    "meld druitt*3",
    "meld druitt*2 joker",
    "lay joker@gull",
    "play raid nitti",
  ]);
  assert.deepEqual(liveCards(legal), new Set(["druitt", "joker", "raid"]));
});

test("answers that any card could be are chosen in the hand; what is taken is no card of it", () => {
  const gives = ["rope", "lamp", "glove"].map((card) => action(`give ${card}`, card));
  assert.deepEqual(texts(mainActions(gives)), []);
  assert.deepEqual(texts(mainActions([action("hold"), action("play alarm", "alarm")])), ["hold", "play alarm"]);
  assert.deepEqual(texts(mainActions([action("take rope", "rope")])), ["take rope"]);
  assert.deepEqual(
    texts(mainActions([action("swap rope*2", "rope", "rope"), action("swap rope*3", "rope", "rope", "rope")])),
    ["swap rope*3"],
  );
});

test("a second click acts only where it can mean one thing, and never throws away what could be put down", () => {
  assert.equal(actionFor(["nitti"], legal)?.text, "discard nitti");
  assert.equal(actionFor(["raid"], [...legal, action("discard raid", "raid")])?.text, "play raid nitti");
  assert.equal(actionFor(["druitt"], legal), undefined);
  assert.equal(actionFor(["druitt"], [legal[0]!, legal[4]!]), undefined);
  assert.equal(actionFor(["nitti"], []), undefined);
});

test("cards of one colour, or of one action, are chosen together", () => {
  const colour = (card: string): string | undefined => (card === "raid" ? undefined : card);
  assert.equal(goTogether(["nitti", "nitti"], [], colour), true);
  assert.equal(goTogether(["druitt", "joker"], legal, colour), true);
  assert.equal(goTogether(["druitt", "nitti"], legal, colour), false);
  assert.equal(goTogether(["raid", "raid"], [], colour), false);
});

test("commands are completed from what is legal", () => {
  assert.deepEqual(texts(completions("meld dr", legal)), ["meld druitt*3", "meld druitt*2 joker"]);
  assert.deepEqual(texts(completions("nitti", legal)), ["play raid nitti", "discard nitti"]);
});

const figure = (name: string, colour: string | null): [string, CardFigures] => [
  name,
  { name, copies: 5, kind: "clue", colour, points: 2, assumed: [], rules: [] },
];
const figures = new Map([
  figure("druitt", "druitt"),
  figure("gull", "gull"),
  figure("joker", null),
  figure("suspicion:druitt", "druitt"),
]);

test("the hand keeps colours together, or the order of its holder", () => {
  assert.deepEqual(sortedByColour(["gull", "suspicion:druitt", "joker", "druitt"], figures), [
    "druitt",
    "suspicion:druitt",
    "gull",
    "joker",
  ]);
  const hand = keyed(["druitt", "gull", "druitt"]);
  assert.deepEqual(
    hand.map((held) => held.key),
    ["druitt#0", "gull#0", "druitt#1"],
  );
  const order = moved(
    hand.map((held) => held.key),
    "druitt#1",
    "gull#0",
  );
  assert.deepEqual(
    inOwnOrder(hand, order).map((held) => held.key),
    ["druitt#0", "druitt#1", "gull#0"],
  );
});

test("a face is a card, and lies with the colour that it stands for", () => {
  assert.equal(cardOf("awakes~"), "awakes");
  assert.equal(groupOf("joker@gull", figures), "gull");
  assert.equal(groupOf("suspicion:druitt", figures), "druitt");
});

test("a face has its own look, or that of its card, and shows the mark of its case", () => {
  const rope = { icon: "rope", ink: "#123456", pattern: 1 };
  const joker = { icon: "hat", badge: "rope", ink: "#123456", pattern: 2, mark: "V" };
  const look = { faces: { rope, joker }, mark: "letter", turned: { J: "H", H: "J" } } as unknown as CaseLook;
  const printed = { letter: "J" } as CardFigures;
  assert.equal(faceLook(look, "joker@rope"), joker);
  assert.equal(faceLook(undefined, "rope").icon, "magnifying-glass");
  assert.equal(markOf(look, "joker", printed), "V");
  assert.equal(markOf(look, "rope", printed), "J");
  assert.equal(markOf(look, "rope~", printed), "H");
  assert.equal(markOf(look, "rope~", { letter: "J/H" } as CardFigures), "J/H");
  assert.equal(markOf(undefined, "rope", printed), "");
});

test("an honest deal is told from another one", async () => {
  const deal = {
    secret: "s",
    entropy: ["a", ""],
    commitment: "043a718774c572bd8a25adbeb1bfcd5c0256ae11cecf9f9c3f925d0e52beaf89",
    seed: "",
  };
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("casefile deal 1\ns\na\n"));
  deal.seed = Buffer.from(bytes).toString("hex");
  const promised = { commitment: deal.commitment, text: "a" };
  const plan = { deck: [], hand: 10 } as unknown as Parameters<typeof checkDeal>[2]; // no card was shown
  const check = async (told: typeof deal, promise: typeof promised): Promise<boolean[]> => {
    const { text, commitment, seed, plan: kept, wrong } = await checkDeal(told, promise, plan, {});
    assert.ok(kept && wrong === null);
    return [text, commitment, seed];
  };
  assert.deepEqual(await check(deal, promised), [true, true, true]);
  assert.deepEqual(await check(deal, { ...promised, text: "c" }), [false, true, true]);
  assert.deepEqual(await check({ ...deal, entropy: ["b", ""] }, promised), [false, true, false]);
  assert.deepEqual(await check({ ...deal, secret: "t" }, promised), [true, false, false]);
});

test("a group on the table is aimed at by what is chosen, in the area of the one whom the action names", () => {
  const many = [
    action("play transformation poole 0", "transformation"),
    action("play transformation poole 1", "transformation"),
    action("play transformation lanyon 1", "transformation"),
    action("lay poole", "poole"),
    action("discard poole", "poole"),
  ];
  const at = (group: string, side: number, ...chosen: string[]): string[] =>
    texts(
      actionsAt(
        group,
        side,
        chosen,
        many,
        (card) => card,
        (seat) => seat,
      ),
    );
  assert.deepEqual(at("poole", 1, "transformation"), ["play transformation poole 1"]);
  assert.deepEqual(at("lanyon", 0, "transformation"), []);
  assert.deepEqual(at("poole", 1, "poole"), ["lay poole"]);
  assert.deepEqual(at("lanyon", 1, "poole"), []);
  assert.deepEqual(at("poole", 1), []);
});

test("what somebody did in a row is one sentence, without what tells least where there is no room; one's own step stands alone", () => {
  const event = (seat: number, text: string, what = "play"): EventInfo =>
    ({ seat, text, what }) as unknown as EventInfo;
  const events = [
    event(0, "You are dealt a joker.", "deal"),
    event(1, "Ben 2 is dealt 9 cards.", "deal"),
    event(0, "You discard a joker.", "discard"),
    event(1, "Ben 2 draws 1 card.", "draw"),
    event(-1, "The pile turns."),
    event(1, "Ben 2 melds 3 × Gull.", "meld"),
    event(1, "Ben 2 plays Lab work."),
    event(1, "Ben 2 discards Eddy.", "discard"),
  ];
  const last = (count: number, most = 200): LastTurn => lastTurn(events.slice(0, count), 0, "Ben 2", most, "en");
  const said = (count: number, most?: number): string => last(count, most).said;
  assert.equal(said(0), "");
  assert.equal(said(2), "Ben 2 is dealt 9 cards.");
  assert.equal(said(3), "You discard a joker.");
  assert.equal(said(4), "Ben 2 draws 1 card.");
  const whole = "Ben 2 draws 1 card. The pile turns. Ben 2 melds 3 × Gull, plays Lab work and discards Eddy.";
  assert.equal(said(8), whole);
  assert.equal(said(8, 75), "The pile turns. Ben 2 melds 3 × Gull, plays Lab work and discards Eddy.");
  assert.equal(said(8, 65), "The pile turns. Ben 2 melds 3 × Gull and plays Lab work.");
  assert.equal(said(8, 50), "Ben 2 melds 3 × Gull and plays Lab work.");
  assert.equal(said(8, 5), "Ben 2 plays Lab work.");
  assert.equal(last(8, 5).whole, whole);
});

test("a list ends with the word for and, in every language", () => {
  const things = ["A", "B", "C"];
  assert.deepEqual(
    ["en", "de", "it"].map((language) => listed(things, language)),
    ["A, B and C", "A, B und C", "A, B e C"],
  );
});

test("of many ways to play a card those about what one holds come first", () => {
  const ways = ["capone", "nitti", "white"].map((name) => action(`play agent-meeting ${name} around`, "agent-meeting"));
  const offers = [...ways, action("discard agent-meeting", "agent-meeting")];
  assert.deepEqual(
    texts(byHeld(offers, ["white", "white", "nitti", "agent-meeting"])).map((text) => text.split(" ")[2] ?? "discard"),
    ["white", "nitti", "capone", "discard"],
  );
});

test("of one card that is looked through, what does more with it comes first", () => {
  const takes = [["jill"], ["alibi:gull"], ["alibi:gull", " play"], ["druitt"]].map(([card, rest = ""]) =>
    action(`take ${card}${rest}`, card!),
  );
  assert.deepEqual(texts(boldFirst(takes)), ["take jill", "take alibi:gull play", "take alibi:gull", "take druitt"]);
});

test("many alike ways are one choice that is opened, in any order of words; names stay whole", () => {
  const way = (text: string, words: string): ActionInfo => ({ ...action(text, text.split(" ")[1]!), words });
  const fold = (offers: ActionInfo[], bright?: ActionInfo): string[][] =>
    folded(offers, bright, (each) => each.words, ["Al Capone", "Ralph Capone", "Constable 1", "Constable 2"]).map(
      (entry) => ("parts" in entry ? [entry.head, ...entry.parts.map(({ rest }) => rest)] : [entry.words]),
    );
  const names = ["Al Capone", "Ralph Capone"];
  const around = names.map((name) => way(`play it around ${name}`, `Play it: ask around for ${name}`));
  const ask = ["1", "2"].map((seat) =>
    way(`play it ask capone ${seat}`, `Play it: ask Constable ${seat} for Al Capone`),
  );
  const away = way("discard it", "Discard it");
  assert.deepEqual(fold([...around, ...ask, away]), [
    ["Ask around for …", "Al Capone", "Ralph Capone"],
    ["Ask … for Al Capone", "Constable 1", "Constable 2"],
    ["Discard it"],
  ]);
  assert.deepEqual(
    fold(["A", "B"].map((name) => way(`play it um ${name}`, `Es spielen: reihum nach ${name} fragen`))),
    [["Reihum nach … fragen", "A", "B"]],
  );
  const draws = ["Draw from the case file", "Take the top of the discard pile"];
  assert.deepEqual(
    fold(draws.map((words) => ({ ...action("draw"), words }))),
    draws.map((words) => [words]),
  );
  const meld = (count: number): ActionInfo => ({
    ...action(`meld nitti*${count}`, ...Array.from({ length: count }, () => "nitti")),
    words: `Meld ${count} × Nitti`,
  });
  const melds = [5, 4, 3].map(meld);
  assert.deepEqual(fold(melds, melds[0]), [["Meld 5 × Nitti"], ["Meld … × Nitti", "4", "3"]]); // what stands out stays
  const jokers = ["Meld Gull and 2 × Joker", "Meld 2 × Gull and Joker"];
  const unlike = jokers.map((words, at) => ({ ...action(`meld gull joker*${at + 1}`, "gull", "joker"), words }));
  assert.deepEqual(
    fold(unlike),
    jokers.map((words) => [words]),
  ); // "2 ×" would say neither
});

test("only a meld or a lay-off stands out: an event would look like advice, and to take nothing is a refusal", () => {
  const potion = action("play potion", "potion");
  const meld = action("meld druitt*3", "druitt", "druitt", "druitt");
  assert.equal(brightAction([potion], []), undefined);
  assert.equal(brightAction([potion], ["potion"]), undefined);
  assert.equal(brightAction([action("take none")], []), undefined);
  assert.equal(brightAction([action("discard druitt", "druitt")], ["druitt"]), undefined);
  assert.equal(brightAction([potion, meld], []), meld);
  assert.equal(brightAction([meld], ["druitt"]), meld);
});

test("a text is read in pieces: sentences first, then where one pauses, then between words", () => {
  assert.deepEqual(inPieces("One. Two.", 20), ["One. Two."]);
  assert.deepEqual(inPieces("One and two. Three and four.", 16), ["One and two.", "Three and four."]);
  assert.deepEqual(inPieces("One and two, three and four.", 16), ["One and two …", "three and four."]);
  assert.deepEqual(inPieces("Meld three or more of them now.", 14), ["Meld three or …", "more of them …", "now."]);
  assert.deepEqual(inPieces("Best: Mr. Hyde. Or Dr. Ox.", 16), ["Best: Mr. Hyde.", "Or Dr. Ox."]);
});

test("what was caught with the Orang-Utan and fits is named, each card as often as it is counted (RUE-20)", () => {
  const name = (face: string): string =>
    ({ window: "Back windows", dupin: "Auguste Dupin", razor: "Razor" })[face] ?? face;
  const lines: [string, number][] = [
    ["5 × Back windows", 10],
    ["1 × Auguste Dupin", 0],
    ["2 × Razor in the hand", -4],
    ["Back windows and its partner, both melded", 10],
  ];
  const came = ["window", "razor", "window", "tuft"];
  assert.deepEqual(caught(came, lines, ["window", "window", "window", "dupin"], name), ["window", "window"]);
  assert.deepEqual(caught(came, [["4 × Back windows", 8]], ["window", "window", "window"], name), ["window"]);
  assert.deepEqual(caught(["razor", null], lines, ["window"], name), []);
  assert.deepEqual(caught([], lines, [], name), []);
});
