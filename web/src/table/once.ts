/** One press acts once: neither a key that is held, or pressed twice, nor the second click of a double one is meant for what comes next. */
import type { Link } from "../lib/shown.svelte.ts";
import { WRITTEN } from "./keys.ts";

const DOUBLE_TAP = 350;
const SAME_PLACE = 20;

interface Click {
  met: Element | null;
  asked: number;
  time: number;
  x: number;
  y: number;
}
// Kept beyond one table: the click that leads to a rematch may be a double one, too.
let last: Click = { met: null, asked: 0, time: -Infinity, x: 0, y: 0 };
/** Keys that do something at the table which cannot simply be closed again. */
const CHOOSING = /^([1-9u]|Enter|Delete|Backspace)$/;
let lastKey = { key: "", asked: 0, time: -Infinity };

/** Browsers count the clicks of a mouse, but not all of them those of a finger. */
function isSecond(event: MouseEvent, click: Click): boolean {
  if (event.detail > 1) return true;
  const isMouse = (event as Partial<PointerEvent>).pointerType === "mouse";
  const isNear = Math.hypot(click.x - last.x, click.y - last.y) < SAME_PLACE;
  return !isMouse && isNear && click.time - last.time < DOUBLE_TAP;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Watch all clicks and keys before anything else does; returns what ends that. */
export function actOnce(link: Link): () => void {
  const click = (event: MouseEvent): void => {
    if (event.detail === 0) return; // of a key, or of a script
    const target = event.target as Element;
    const met = target.closest("button, a, input, label, summary") ?? target;
    const now: Click = { met, asked: link.asked, time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond(event, now) && (now.met !== last.met || now.asked !== last.asked)) swallow(event);
    else last = now;
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isText = (event.target as Element).matches(WRITTEN);
    const acts =
      event.key === "Enter" || (!isText && (event.key.length === 1 || /^(Delete|Backspace)$/.test(event.key)));
    const now = { key: event.key, asked: link.asked, time: event.timeStamp };
    // What the first press led to has new numbers: the same key stands for something else.
    const isTwice = now.key === lastKey.key && now.time - lastKey.time < DOUBLE_TAP && now.asked !== lastKey.asked;
    if (acts && (event.repeat || (isTwice && !isText && CHOOSING.test(event.key)))) swallow(event);
    else lastKey = now;
  };
  addEventListener("click", click, true);
  addEventListener("dblclick", click, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("click", click, true);
    removeEventListener("dblclick", click, true);
    removeEventListener("keydown", key, true);
  };
}
