/** Several people at one device: the player whose browser it is, and guests by their seats. */
import type { TableInfo } from "../lib/protocol.ts";

export const OWN_SEAT = 0;

/** By what name the server of this tab knows the person on a seat. */
export function guestAt(seat: number): string {
  return seat === OWN_SEAT ? "" : String(seat);
}

/** By table, the seats of those who share this device; others have devices of their own. */
const here = new Map<string, number[]>();
export const isAtThisDevice = (table: string, seat: number): boolean => here.get(table)?.includes(seat) ?? false;

/** Ask the server whose seats are those of people at this device: it alone knows. */
export async function lookWhoIsHere(
  table: string,
  people: number[],
  seatOf: (guest: string) => Promise<number | null>,
): Promise<number[]> {
  const found = await Promise.all(people.map(async (seat) => (await seatOf(guestAt(seat))) === seat));
  const seats = people.filter((_, at) => found[at]);
  here.set(table, seats);
  return seats;
}

/** The seats of people, at this device or another one. */
export function peopleAt(table: TableInfo | null | undefined): number[] {
  return (table?.seats ?? []).flatMap((seat, number) => (seat.kind === "person" && !seat.resigned ? [number] : []));
}

/** Who should have the device: nobody else while its holder can act, then the first who is asked, clockwise. */
export function nextHolder(holder: number, people: number[], asked: number[]): number | null {
  if (asked.includes(holder)) return null;
  const others = people.filter((seat) => seat !== holder && asked.includes(seat));
  return others.find((seat) => seat > holder) ?? others[0] ?? null;
}

/** Those who are asked for a decision, or to agree to something that was proposed. */
export function askedAt(table: TableInfo | null | undefined, waitingFor: number[]): number[] {
  const votes = Object.values(table?.votes ?? {});
  return [...waitingFor, ...votes.flatMap((vote) => vote.asked.filter((seat) => !vote.agreed.includes(seat)))];
}
