/** Cards of a hand that stay glide to their new places. Svelte's own flip measures and moves card by card, and each time the browser has to lay out again. */
const LASTS = 220;

const cardsIn = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[data-key]")];

/** How far from the left each card lies, however it moves at the moment. */
export function placesOf(list: HTMLElement): Map<string, number> {
  return new Map(cardsIn(list).map((card) => [card.dataset.key ?? "", card.offsetLeft]));
}

/** Move every card from where it was; all are measured before the first is moved. */
export function glide(list: HTMLElement, before: Map<string, number>): void {
  const now = placesOf(list);
  for (const card of cardsIn(list)) {
    const key = card.dataset.key ?? "";
    const distance = (before.get(key) ?? NaN) - (now.get(key) ?? NaN);
    // `translate` is free: `transform` lifts a card that is chosen.
    if (distance) card.animate({ translate: [`${distance}px 0`, "0 0"] }, { duration: LASTS, easing: "ease-out" });
  }
}
