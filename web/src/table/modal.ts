/** Opens a dialog over everything else; a click beside it or Escape closes it. */
export function modal(dialog: HTMLDialogElement, close: () => void): { destroy(): void } {
  dialog.showModal();
  const beside = (event: MouseEvent): void => {
    if (event.target === dialog) close();
  };
  dialog.addEventListener("click", beside);
  dialog.addEventListener("close", close);
  return {
    destroy() {
      dialog.removeEventListener("close", close);
      if (dialog.open) dialog.close();
    },
  };
}
