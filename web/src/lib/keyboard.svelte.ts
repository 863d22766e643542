/** Does somebody go about by keys? Who has no pointer does, and who has just pressed one that leads from place to place. */
const LEADING = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export const keyboard = $state({ isUsed: matchMedia("(pointer: none)").matches });

addEventListener("keydown", ({ key }) => LEADING.includes(key) && (keyboard.isUsed = true), true);
addEventListener("pointerdown", () => (keyboard.isUsed = false), true);
