/** How long a finger rests before it asks for help, in milliseconds. */
export const LONG_PRESS = 480;

/** A long press, or the other button of a mouse, does something else than a click, if there is something else. */
export function longPress(node: HTMLElement, act?: () => void): { update(next?: () => void): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLong = false;
  node.addEventListener("pointerdown", (event) => {
    isLong = false;
    if (event.button === 0 && act)
      timer = setTimeout(() => {
        isLong = true;
        act?.();
      }, LONG_PRESS);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"])
    node.addEventListener(end, () => clearTimeout(timer));
  node.addEventListener("click", (event) => isLong && event.stopImmediatePropagation(), { capture: true });
  node.addEventListener("contextmenu", (event) => {
    if (!act) return;
    event.preventDefault();
    clearTimeout(timer);
    act();
  });
  return {
    update(next) {
      act = next;
    },
  };
}
