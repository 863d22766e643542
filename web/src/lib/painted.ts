/** Resolves when what the page shows now has been painted: what is not seen can wait until then. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const isLate = setTimeout(resolve, 1000); // nothing is painted while nobody looks
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(isLate);
        resolve();
      }),
    );
  });
}
