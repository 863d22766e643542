export interface MatchSummary {
  table: string;
  case: string;
  status: "waiting" | "playing" | "over";
  names: string[];
  scores: number[];
  seat: number;
  won?: boolean | null;
  winner?: number | null;
  your_turn?: boolean;
  time?: number;
}

export interface Statistics {
  played: number;
  won: number;
  points: number;
  rounds: number;
}

/** How strong a name or a bot has shown itself to be here. */
export interface Rating {
  name: string;
  bot: boolean;
  rating: number;
  matches: number;
  won: number;
}

/** Who one is on this device, as the server knows it. */
export interface Me {
  name: string;
  matches: MatchSummary[];
  statistics: Record<string, Statistics>;
}
