/** Where a screen is too small for the whole table, your area stays above the hand, and the top of the table scrolls away. */
export function keepEndInSight(scroller: HTMLElement): { destroy(): void } {
  const observer = new ResizeObserver(() => {
    scroller.scrollTop = scroller.scrollHeight;
  });
  for (const part of scroller.children) observer.observe(part);
  return { destroy: () => observer.disconnect() };
}
