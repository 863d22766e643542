/** Where keys write, or choose from a list. */
export const WRITTEN = "input:not([type='checkbox'], [type='radio']), select, textarea";

/** Is a key meant for the table: pressed alone, and not in a field or a dialog? */
export function isForTable(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  return isAlone && !target.matches(WRITTEN) && !target.closest("dialog");
}
