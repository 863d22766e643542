/** Completion for the text notation: only what is legal is offered. */
import type { ActionInfo } from "../lib/protocol.ts";

export function completions(text: string, actions: ActionInfo[]): ActionInfo[] {
  const wanted = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const first = wanted[0] ?? "";
  const fits = (action: ActionInfo): boolean => {
    const words = action.text.split(" ");
    return wanted.every((word) => words.some((each) => each.includes(word)));
  };
  const starts = (action: ActionInfo): number => (action.text.startsWith(first) ? 0 : 1);
  return actions.filter(fits).sort((one, other) => starts(one) - starts(other));
}
