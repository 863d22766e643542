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

/** Resolves when the page has a title: one that waits for something has none until it has come. */
export function titled(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!document.querySelector("h1")) return;
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}
