/** What the server had promised about a deal before this browser sent its own text; kept for the check when the match is over. */
export interface Promised {
  /** The digest of the server's secret. */
  commitment: string;
  /** What this browser added to the deal after it had seen the digest. */
  text?: string;
}

const KEY = "casefile.promises";
const MOST = 60;

function kept(): [string, Promised][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Promised][];
  } catch {
    return [];
  }
}

export function keepPromise(table: string, promised: Promised): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept(), [table, promised]].slice(-MOST)));
  } catch {
    // A browser that keeps nothing has to take the server's word for what it promised.
  }
}

export function promiseFor(table: string): Promised | undefined {
  return kept().findLast(([name]) => name === table)?.[1];
}
