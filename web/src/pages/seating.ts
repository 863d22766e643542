/** Who sits where when a table is made. */
export const bots = ["constable", "sergeant", "inspector", "dupin"] as const;
export type Company = "bots" | "friends";
type SeatPlan = { for: "me"; name: string } | { for: "bot"; bot: string } | { for: "anyone" };

export function seatsFor(company: Company, players: number, bot: string, name: string): SeatPlan[] {
  const others = Array.from({ length: players - 1 }, (): SeatPlan =>
    company === "bots" ? { for: "bot", bot } : { for: "anyone" },
  );
  return [{ for: "me", name }, ...others];
}
