/** One press acts once: neither a key that is held nor the second click of a double one is meant for what comes next. */
import type { Link } from "../lib/shown.svelte.ts";

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
    if (!event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const isText = (event.target as Element).matches("input, select, textarea");
    const acts =
      event.key === "Enter" || (!isText && (event.key.length === 1 || /^(Delete|Backspace)$/.test(event.key)));
    if (acts) swallow(event);
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
