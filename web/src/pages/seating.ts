/** Who sits where when a table is made. */
export const bots = ["constable", "sergeant", "inspector", "dupin", "vidocq"] as const;
export type Level = (typeof bots)[number];

/** The bots whom somebody meets who has not chosen any: they can be beaten. */
export const FIRST_LEVEL: Level = "constable";

/** The next level after a win, if there is one. */
export function levelAfter(level: string): Level | undefined {
  const at = bots.indexOf(level as Level);
  return at < 0 ? undefined : bots[at + 1];
}

export type Company = "bots" | "friends";
type SeatPlan = { for: "bot"; bot: string } | { for: "anyone" };

/** Your own seat is open, too: a player who sits down after the deal was promised adds a text that binds the server. */
export function seatsFor(company: Company, players: number, bot: string): SeatPlan[] {
  const others = Array.from({ length: players - 1 }, (): SeatPlan =>
    company === "bots" ? { for: "bot", bot } : { for: "anyone" },
  );
  return [{ for: "anyone" }, ...others];
}
