/** Make a table and sit down at it. */
import { planDigest } from "../table/deal.ts";
import { api, cases } from "./api.svelte.ts";
import { prefs } from "./prefs.svelte.ts";
import { keepPromise } from "./promises.ts";
import { randomText } from "./random.ts";
import { t } from "./words.ts";

type Wishes = { case: string; players: number } & Record<string, unknown>;

/** The name of a new table with these wishes, at which this person has the first seat. */
export async function beginTable(wishes: Wishes): Promise<string> {
  const { table, commitment } = await api<{ table: string; commitment: string }>("POST", "/tables", {
    hints: true,
    ...wishes,
  });
  const info = cases.all.find((one) => one.name === wishes.case);
  const text = randomText(); // so that the server alone cannot choose the deal
  keepPromise(table, { commitment, text, plan: await planDigest(info, wishes.players) });
  await api("POST", `/tables/${table}/seats`, { seat: 0, name: prefs.name || t("me"), entropy: text });
  return table;
}
