/** Who sits where when a table is made. */
export const bots = ["constable", "sergeant", "inspector", "dupin"] as const;
export type Company = "bots" | "friends";
type SeatPlan = { for: "bot"; bot: string } | { for: "anyone" };

/** Your own seat is open, too: a player who sits down after the deal was promised adds a text that binds the server. */
export function seatsFor(company: Company, players: number, bot: string): SeatPlan[] {
  const others = Array.from({ length: players - 1 }, (): SeatPlan =>
    company === "bots" ? { for: "bot", bot } : { for: "anyone" },
  );
  return [{ for: "anyone" }, ...others];
}
