/** What this browser keeps from one visit to the next, as JSON. One that keeps nothing still plays, and adds up. */
type Where = "localStorage" | "sessionStorage";

export function kept<Value>(key: string, otherwise: Value, where: Where = "localStorage"): Value {
  try {
    return (JSON.parse(globalThis[where].getItem(key) ?? "null") as Value | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown, where: Where = "localStorage"): void {
  try {
    globalThis[where].setItem(key, JSON.stringify(value));
  } catch {
    // It begins anew next time.
  }
}
