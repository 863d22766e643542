/** Make a table and sit down at it. */
import { api } from "./api.svelte.ts";
import { prefs } from "./prefs.svelte.ts";
import { keepPromise } from "./promises.ts";
import { randomText } from "./random.ts";
import { t } from "./words.ts";

/** The name of a new table with these wishes, at which this person has the first seat. */
export async function beginTable(wishes: Record<string, unknown>): Promise<string> {
  const made = await api<{ table: string; commitment: string }>("POST", "/tables", { hints: true, ...wishes });
  const text = randomText(); // so that the server alone cannot choose the deal
  keepPromise(made.table, { commitment: made.commitment, text });
  await api("POST", `/tables/${made.table}/seats`, { seat: 0, name: prefs.name || t("me"), entropy: text });
  return made.table;
}
