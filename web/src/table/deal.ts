/** The check of the verifiable deal, in the browser: nobody has to believe the server. */
import type { Promised } from "../lib/promises.ts";
import type { CaseInfo, Deal } from "../lib/protocol.ts";
import type { Testimony } from "../lib/witness.ts";
import { follow, sha256, type DealPlan } from "./dealing.ts";

async function digest(text: string): Promise<string> {
  return [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface DealCheck {
  /** What this browser added is part of it. */
  text: boolean;
  /** The secret is the one to which the server had committed itself before the deal. */
  commitment: boolean;
  /** The seed of the match follows from the secret and from what each seat added. */
  seed: boolean;
  /** The case is dealt as the server had said before. */
  plan: boolean;
  /** How many cards were shown, and were where the shuffle of the seed had put them. */
  cards: number;
  /** The first one that was not. */
  wrong: string | null;
}

export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export const isHonest = (check: DealCheck): boolean =>
  check.text && check.commitment && check.seed && check.plan && check.wrong === null;

/** How a case is dealt to this many players. */
export function planOf(info: CaseInfo, players: number): DealPlan {
  const cards = info.deck.flatMap((card) => Array<string>(card.copies).fill(card.name));
  return { cards, hand: info.hands[players] ?? 0 };
}

/** What is kept of it before a match, so that the server cannot find another order afterwards. */
export async function planDigest(info: CaseInfo | undefined, players: number): Promise<string | undefined> {
  return info && canCheck() ? digest(JSON.stringify(planOf(info, players))) : undefined;
}

/** Follow every card that was shown, round by round, from the cards as the seed deals them. */
export async function followAll(
  plan: DealPlan,
  seed: string,
  seats: number,
  testimony: Testimony,
): Promise<Pick<DealCheck, "cards" | "wrong">> {
  let cards = 0;
  for (const [round, seen] of Object.entries(testimony)) {
    const followed = await follow(plan, seed, Number(round), seats, seen);
    cards += followed.cards;
    if (followed.wrong !== null) return { cards, wrong: followed.wrong };
  }
  return { cards, wrong: null };
}

export async function checkDeal(
  deal: Deal,
  promised: Promised,
  plan: DealPlan,
  testimony: Testimony,
): Promise<DealCheck> {
  const seed = await digest(`casefile deal 1\n${deal.secret}\n${deal.entropy.join("\n")}`);
  return {
    text: promised.text === undefined || deal.entropy.includes(promised.text),
    commitment: (await digest(deal.secret)) === promised.commitment,
    seed: seed === deal.seed,
    plan: promised.plan === undefined || promised.plan === (await digest(JSON.stringify(plan))),
    ...(await followAll(plan, seed, deal.entropy.length, testimony)),
  };
}
