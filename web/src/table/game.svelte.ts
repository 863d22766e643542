/** What the parts of a table share: the connection, the words and figures of its case, and what is chosen. */
import { getContext, setContext } from "svelte";
import { cardHelp, cardName, figuresOf, lookFor, pileName, textsOf } from "../lib/api.svelte.ts";
import { listed } from "../lib/lists.ts";
import { prefs } from "../lib/prefs.svelte.ts";
import type { ActionInfo, Declined, SeatInfo, Texts, View } from "../lib/protocol.ts";
import type { Link } from "../lib/shown.svelte.ts";
import { t } from "../lib/words.ts";
import { en, type Key } from "../words/en.ts";
import { cardOf, groupOf, markOf, type CaseLook } from "../look/cards.ts";
import {
  actionFor,
  actionsAt,
  boldFirst,
  byHeld,
  cardsUsed,
  freeActions,
  goTogether,
  liveCards,
  mainActions,
  MANY,
  offersFor,
  pileAction,
} from "./choices.ts";

const SLOW = 86_400; // seconds

export class Game {
  link: Link;
  /** In a lesson: what is said when a round is over, and what its button says. */
  coach = $state.raw<{ said: string; next: string } | null>(null);
  /** A replay that knows all lays the hands open. */
  showsHands = $state(false);
  chosen = $state<string[]>([]);
  help = $state<string | null>(null);
  /** How the game is played lies open. */
  isReading = $state(false);
  /** The card that is being dragged. */
  drag = $state<string | null>(null);
  /** What has just come into the hand. */
  drawn = $state.raw<string[]>([]);
  /** What the keys 1 to 9 do, in words. */
  keyed = $state.raw<string[]>([]);

  /** What is printed on the cards of this table. */
  figures = $derived.by(() => figuresOf(this.caseName, this.link.welcome?.settings.deck));

  constructor(link: Link) {
    this.link = link;
  }

  get caseName(): string {
    return this.link.welcome?.settings.case ?? "";
  }
  get look(): CaseLook | undefined {
    return lookFor(this.caseName);
  }
  get texts(): Texts | undefined {
    return textsOf(this.caseName);
  }
  get seat(): number | null {
    return this.link.welcome?.seat ?? null;
  }
  get view(): View | null {
    return this.link.state?.view ?? null;
  }
  get actions(): ActionInfo[] {
    return this.link.state?.actions ?? [];
  }
  get sides(): number {
    return this.view?.areas.length ?? 0;
  }
  get isMyTurn(): boolean {
    if (this.seat === null || this.infoOf(this.seat)?.resigned) return false;
    return this.link.state?.waiting_for.includes(this.seat) ?? false;
  }
  /** In the first round of a case, each step is explained beside the hand. */
  get isGuided(): boolean {
    return prefs.guide && this.seat !== null && !prefs.guided.includes(this.caseName);
  }
  /** What can be clicked now: what goes with the chosen cards, or all that stands out. */
  get offers(): ActionInfo[] {
    if (this.chosen.length === 0) return mainActions(this.actions);
    return [...freeActions(this.actions), ...offersFor(this.chosenCards, this.actions)];
  }
  /** The same in the order of the keys 1 to 9: of one card what does more first; many ways to play a card sorted by what the hand has. */
  get ordered(): ActionInfo[] {
    const free = freeActions(this.offers);
    const single = boldFirst(free.filter((action) => action.cards.length === 1));
    const others = this.offers.filter((action) => !free.includes(action));
    const hand = (this.view?.hands[this.seat ?? -1] ?? []).filter((card) => card !== null);
    return [
      ...free.filter((action) => action.cards.length > 1),
      ...single,
      ...free.filter((action) => action.cards.length === 0),
      ...(this.chosen.length === 1 && others.length > MANY ? byHeld(others, hand) : others),
    ];
  }
  get chosenCards(): string[] {
    return this.chosen.map((key) => key.split("#")[0] ?? key);
  }

  /** There are days for a decision: nobody's seat is taken meanwhile. */
  get isSlow(): boolean {
    return (this.link.welcome?.settings.clock ?? 0) >= SLOW;
  }
  /** Why nobody is rated by this match, as far as it has come; a newer server may know more reasons. */
  get unrated(): Key[] {
    return (this.link.table?.unrated ?? []).map((reason) => `unrated.${reason}`).filter((key): key is Key => key in en);
  }
  /** Where it was asked whether something is to be taken back although the match is not rated then. */
  #doubtedAt = $state("");
  get isDoubted(): boolean {
    return this.#doubtedAt !== "" && this.#doubtedAt === this.link.state?.at;
  }
  /** Take the last step back; if that costs the rating, only who says so twice. */
  undo(): void {
    const { at = "", undo } = this.link.state ?? {};
    const isCostly = undo === "ask" && !this.unrated.length && !this.coach;
    if (isCostly && !this.isDoubted) {
      this.#doubtedAt = at;
      this.link.asked += 1; // the second half of a double press is not the answer
    } else {
      this.leaveIt();
      this.link.undo();
    }
  }
  leaveIt(): void {
    this.#doubtedAt = "";
  }

  /** What a click on a group of cards in an area would do with the chosen cards, if that can mean one thing only. */
  actionAt(group: string, side: number): ActionInfo | undefined {
    const grouped = (card: string): string => groupOf(card, this.figures);
    const found = actionsAt(group, side, this.chosenCards, this.actions, grouped, (seat) => this.sideOf(seat));
    return found.length === 1 ? found[0] : undefined;
  }
  isOwnSide(side: number): boolean {
    return this.seat !== null && this.sideOf(this.seat) === side;
  }
  /** What an area would count now; null if the case does not say, and after the round: then the score has it. */
  worthOf(side: number): number | null {
    if (this.view?.phase === "over") return null;
    return this.link.state?.worth?.[side] ?? null;
  }
  /** Why areas count more than is printed on their cards: what marks on the case board say of it, in the words of the case. */
  get worthReasons(): string[] {
    return (this.link.state?.board ?? []).flatMap((row) =>
      (row.marks ?? []).flatMap((mark) => {
        const words = this.texts?.board?.[`worth-${mark}`];
        return words && row.cards?.[0] ? [words.replace("{card}", this.card(row.cards[0]))] : [];
      }),
    );
  }
  /** What a mark on the case board says: it may end in the number of a side, and name the cards of rows that are equal. */
  boardMark(mark: string): string {
    const at = Number(/-(\d)$/.exec(mark)?.[1] ?? 0);
    const equal = (this.link.state?.board ?? []).filter(({ marks }) => marks?.includes("equal"));
    return (this.texts?.board?.[`mark-${mark}`] ?? mark)
      .replace("{who}", this.isOwnSide(at) ? t("you") : this.sideName(at))
      .replace("{others}", this.cards(equal.flatMap(({ cards }) => cards ?? []).filter((face) => face !== null)));
  }
  /** Can this card be put down, alone or with others? */
  mayPutDown(card: string): boolean {
    return offersFor([card], this.actions).some((action) => !action.ends_turn);
  }
  mayDiscard(card: string): boolean {
    return this.actions.some((action) => action.ends_turn && cardsUsed(action)[0] === card);
  }
  sideOf(seat: number): number {
    return seat % Math.max(1, this.sides);
  }
  nameOf(seat: number): string {
    return this.link.table?.seats[seat]?.name ?? "";
  }
  infoOf(seat: number): SeatInfo | undefined {
    return this.link.table?.seats[seat];
  }
  /** Who plays on a side; where it is said, one's own name is another. */
  sideName(side: number, { you }: { you?: string } = {}): string {
    return (this.link.table?.seats ?? [])
      .map(({ name }, seat) => ({ name: (seat === this.seat && you) || name, seat }))
      .filter(({ seat }) => this.sideOf(seat) === side)
      .map(({ name }) => name)
      .join(" & ");
  }
  /** The names of those who only watch. */
  get watchers(): string[] {
    return (this.link.table?.watchers ?? []).map((name) => name || t("lobby.guest"));
  }
  /** For whom a bot has played, as their time was up. */
  sayLate(seat: number): string {
    return seat === this.seat ? t("late.you") : t("late.other", { who: this.nameOf(seat) });
  }
  /** Who did not agree, and to what. */
  sayDeclined(vote: Declined): string {
    return t(`declined.${vote.what}`, { who: this.nameOf(vote.by), seat: this.nameOf(vote.for_seat ?? 0) });
  }
  /** Several cards by their names, each name once. */
  cards(faces: string[]): string {
    const counts = new Map<string, number>();
    for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
    const named = [...counts].map(([face, count]) => (count > 1 ? `${count} × ${this.card(face)}` : this.card(face)));
    return listed(named, prefs.language);
  }
  card(face: string): string {
    return cardName(this.caseName, face);
  }
  /** All names that a sentence may have: of cards and players. */
  get names(): string[] {
    const players = (this.link.table?.seats ?? []).map((seat) => seat.name);
    return [...players, ...[...this.figures.keys()].map((card) => this.card(card))];
  }
  /** A card for those who listen: with what is printed in its corner, such as a letter. */
  aloud(face: string): string {
    const mark = markOf(this.look, face, this.figures.get(cardOf(face)));
    return mark ? `${this.card(face)}, ${mark}` : this.card(face);
  }
  /** A name for where there is little room. */
  shortCard(face: string): string {
    return this.texts?.short?.[face] ?? this.card(face);
  }
  helpFor(face: string): string {
    const card = cardOf(face);
    return cardHelp(this.caseName, card, this.figures.get(card)?.kind ?? "");
  }
  /** What the marks on a card of one's hand mean. */
  marksOf(card: string, isFresh = this.drawn.includes(card)): string[] {
    const live = t(this.view?.asked ? "hand.choosable" : "hand.live");
    return [...(liveCards(this.actions).has(card) ? [live] : []), ...(isFresh ? [t("told.fresh")] : [])];
  }
  get discardName(): string {
    return pileName(this.caseName);
  }
  get fileName(): string {
    return this.texts?.piles?.file ?? "";
  }
  /** An action as a person would say it; of the card that lies open on a pile by its name. The last card of a hand can only be discarded, and that ends the round (C-18). */
  say(action: ActionInfo): string {
    const said = action.words.charAt(0).toUpperCase() + action.words.slice(1);
    const top = action === pileAction("discard", this.actions) ? this.view?.discard[0] : undefined;
    const isLast = action.ends_turn && this.view?.hands[this.seat ?? -1]?.length === 1;
    if (isLast) return `${said} (${t("choices.last")})`;
    return top ? `${said}: ${this.card(top)}` : said;
  }

  /** What Enter, or a second click on the only chosen card, does. */
  get chosenAction(): ActionInfo | undefined {
    return this.chosen.length ? actionFor(this.chosenCards, this.actions) : undefined;
  }
  /** Nothing can be done with the chosen cards but to throw one away. */
  get isStuck(): boolean {
    if (!this.isMyTurn || this.chosen.length === 0) return false;
    return offersFor(this.chosenCards, this.actions).every((action) => action.ends_turn);
  }

  act(action: string): void {
    this.chosen = [];
    this.link.act(action);
  }
  /** Try to draw from a pile, or to discard: what is not legal is refused with its reason. While something else is asked, that is the reason. */
  attempt(action: string): void {
    const [card] = this.view?.hands[this.seat ?? -1] ?? [];
    const isLegal = this.actions.some((each) => each.text === action);
    if (!isLegal && this.isMyTurn && this.view?.asked && card) this.askWhy([card]);
    else this.act(action);
  }
  discard(card: string): void {
    this.attempt(`discard ${card}`);
  }
  /** Let the server say why nothing can be done with these cards. */
  askWhy(cards: string[] = this.chosenCards): void {
    this.link.why(cards);
  }
  /** The card that was pressed last: only a second press of the same one acts. */
  #pressed = "";
  /** A click on a card of the hand chooses it, beside others that it goes with; a second one acts, if that can mean one thing only. */
  press(key: string, card: string): void {
    this.#hush();
    const isSecond = this.#pressed === key && this.chosen.length === 1 && this.chosen[0] === key;
    const action = isSecond ? this.chosenAction : undefined;
    this.#pressed = key;
    if (action) this.act(action.text);
    else if (this.chosen.includes(key)) this.chosen = this.chosen.filter((each) => each !== key);
    else if (this.#goesWithChosen(card)) this.chosen = [...this.chosen, key];
    else this.chosen = [key];
  }
  #goesWithChosen(card: string): boolean {
    return goTogether([...this.chosenCards, card], this.actions, (each) => this.figures.get(each)?.colour);
  }
  unchoose(): void {
    this.chosen = [];
    this.#hush();
  }
  /** What was answered makes room for what can be done. */
  #hush(): void {
    this.link.refused = this.link.hint = null;
    this.link.since = [];
  }
  close(): void {
    this.link.close();
  }
}

const KEY = Symbol("game");
export const provideGame = (game: Game): Game => setContext(KEY, game);
export const useGame = (): Game => getContext<Game>(KEY);
