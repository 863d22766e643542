/** Opens a dialog over everything else; a click beside it or Escape closes it. */
export function modal(dialog: HTMLDialogElement, close: () => void): { destroy(): void } {
  // A long press opens a dialog under the finger: what ends there without having begun there is no click beside it.
  let hasBegunBeside = false;
  dialog.addEventListener("pointerdown", (event) => {
    hasBegunBeside = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && hasBegunBeside) close();
  });
  dialog.addEventListener("close", close);
  dialog.showModal();
  dialog.scrollTop = 0; // what has the focus may stand at its end: it is read from the beginning
  return {
    destroy() {
      dialog.removeEventListener("close", close);
      if (dialog.open) dialog.close();
    },
  };
}
