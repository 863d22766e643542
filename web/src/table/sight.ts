/** Where a phone is too small for the whole table, the own area stays above the hand, and the top of the table scrolls away. */
export function keepEndInSight(scroller: HTMLElement): { destroy(): void } {
  const narrow = matchMedia("(max-width: 700px)");
  const observer = new ResizeObserver(() => {
    if (narrow.matches) scroller.scrollTop = scroller.scrollHeight;
  });
  for (const part of scroller.children) observer.observe(part);
  return { destroy: () => observer.disconnect() };
}
