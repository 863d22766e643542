/** The check of the verifiable deal, in the browser: nobody has to believe the server. */
import type { Promised } from "../lib/promises.ts";
import type { Deal } from "../lib/protocol.ts";

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface DealCheck {
  /** What this browser added is part of it. */
  text: boolean;
  /** The secret is the one to which the server had committed itself before the deal. */
  commitment: boolean;
  /** The seed of the match follows from the secret and from what each seat added. */
  seed: boolean;
}

export function canCheck(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

export async function checkDeal(deal: Deal, promised: Promised): Promise<DealCheck> {
  const seed = await digest(`casefile deal 1\n${deal.secret}\n${deal.entropy.join("\n")}`);
  return {
    text: promised.text === undefined || deal.entropy.includes(promised.text),
    commitment: (await digest(deal.secret)) === promised.commitment,
    seed: seed === deal.seed,
  };
}
