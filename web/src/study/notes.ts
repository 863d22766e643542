/** One's own notes on the steps of a match. They stay in this browser until the record is saved with them. */
import { keep, kept } from "../lib/kept.ts";

type Notes = Record<number, string>;

const KEY = "casefile.notes";
const MOST = 200; // matches, the latest ones

/** What makes a match this one, whatever was written about it: what happened, and not what was said. */
export function nameOf(record: string): string {
  let sum = 0;
  for (const letter of lines(record).join("\n")) sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return `${/^\[Seed "(.*)"\]$/m.exec(record)?.[1] ?? ""}/${(sum >>> 0).toString(36)}`;
}

const all = (): [string, Notes][] => kept<[string, Notes][]>(KEY, []);
const lines = (record: string): string[] => record.split(/\r?\n/).map((line) => (line.split(";")[0] ?? "").trim());

export function notesOf(record: string): Notes {
  const name = nameOf(record);
  return all().find(([match]) => match === name)?.[1] ?? {};
}

export const noteOf = (record: string, step: number): string => notesOf(record)[step] ?? "";

export function keepNote(record: string, step: number, text: string): void {
  const name = nameOf(record);
  const notes = { ...notesOf(record), [step]: text };
  if (!text.trim()) delete notes[step];
  const others = all().filter(([match]) => match !== name);
  keep(KEY, Object.keys(notes).length ? [...others, [name, notes]].slice(-MOST) : others);
}

/** The record with one's notes as comments, each on a line of its own below its step. */
export function withNotes(record: string, by: string): string {
  const notes = notesOf(record);
  let step = -1;
  return record
    .split(/\r?\n/)
    .flatMap((raw) => {
      const line = (raw.split(";")[0] ?? "").trim();
      if (!line || line.startsWith("=") || (step < 0 && !line.startsWith("Round"))) return [raw];
      step += 1;
      const text = notes[step];
      return text ? [raw, `; note ${JSON.stringify({ by, text })}`] : [raw];
    })
    .join("\n");
}
