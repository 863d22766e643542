/** The focus of a table: what had it may go away with every change, and then it must not fall out of the page. */

/** Where it goes instead: a card's to the hand, a heading's to the new one, all else to what is asked next. */
function heirs(lost: HTMLElement): (HTMLElement | null)[] {
  const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
  const kind = lost.matches("[data-key]") ? "[data-key][tabindex='0']" : lost.matches("h1") ? "main h1" : ".ask";
  return [lost, find(kind), find(".ask"), find("main h1")];
}

export function keepFocus(page: HTMLElement): { destroy(): void } {
  let focused: HTMLElement | null = null;
  page.addEventListener("focusin", (event) => (focused = event.target as HTMLElement));
  // It is on its way to something else: that must not be taken for a loss if the page changes just then.
  const part = (event: FocusEvent): void => {
    if (event.relatedTarget) focused = null;
  };
  page.addEventListener("blur", part, true);
  const leave = (): void => {
    focused = null; // a press beside everything takes the focus away, and means to
  };
  addEventListener("pointerdown", leave, true);
  const observer = new MutationObserver(() => {
    if (!focused || document.activeElement !== document.body) return;
    for (const heir of heirs(focused)) {
      heir?.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
  });
  observer.observe(page, { childList: true, subtree: true });
  return {
    destroy() {
      removeEventListener("pointerdown", leave, true);
      observer.disconnect();
    },
  };
}
