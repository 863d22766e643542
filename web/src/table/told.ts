/** What marks and numbers mean: told under the mouse, with the focus of the keyboard, and after a tap. */

/** What something is, and each of its marks with what it means; a line may have no mark. */
export interface Meaning {
  title: string;
  /** What is seen beside the title, for those who listen. */
  seen?: string;
  lines: (readonly [mark: string, meaning: string])[];
}

const HOVER = 350; // milliseconds until a mouse seems to ask
const GAP = 6;

let box: HTMLElement | undefined;
let shown: HTMLElement | undefined;
/** Under the mouse, and not asked for long enough yet. */
let hovered: HTMLElement | undefined;
let isKept = false;

const said = ({ title, seen, lines }: Meaning): string =>
  [
    `${title}.`,
    ...(seen ? [`${seen}.`] : []),
    ...lines.map(([mark, meaning]) => (mark ? `${mark}: ${meaning}` : meaning)),
  ].join(" ");

function fill(inside: HTMLElement, { title, lines }: Meaning): void {
  const heading = document.createElement("b");
  heading.textContent = title;
  const list = lines.map(([mark, meaning]) => {
    const line = document.createElement("p");
    if (mark) {
      const name = document.createElement("i");
      name.textContent = mark;
      line.append(name, " ");
    }
    line.append(meaning);
    return line;
  });
  inside.replaceChildren(heading, ...list);
}

/** Below what it is about, or above it where there is no room. */
function place(inside: HTMLElement, node: HTMLElement): void {
  const about = node.getBoundingClientRect();
  const own = inside.getBoundingClientRect();
  const isBelow = about.bottom + GAP + own.height <= innerHeight;
  const left = Math.max(GAP, Math.min(about.left, innerWidth - own.width - GAP));
  const top = isBelow ? about.bottom + GAP : Math.max(GAP, about.top - GAP - own.height);
  inside.style.translate = `${left}px ${top}px`;
}

function open(node: HTMLElement, meaning: Meaning): void {
  if (!box) {
    box = document.createElement("div");
    box.className = "meaning";
    box.popover = "manual";
    box.setAttribute("role", "tooltip");
  }
  (node.closest("main, aside, dialog") ?? document.body).append(box);
  shown = node;
  isKept = false;
  fill(box, meaning);
  box.showPopover();
  place(box, node);
}

function close(node: HTMLElement): void {
  if (shown !== node) return;
  shown = undefined;
  isKept = false;
  box?.remove();
}

/** Something that explains itself. Where a click does something else (`acts`), a long press asks. */
export function tell(meaning: Meaning, { acts = false } = {}): (node: HTMLElement) => () => void {
  return (node) => {
    let later: ReturnType<typeof setTimeout> | undefined;
    const keep = (): void => {
      open(node, meaning);
      isKept = true;
    };
    const toggle = (): void => (shown === node && isKept ? close(node) : keep());
    const ask = (): void => {
      hovered = node;
      later = setTimeout(() => {
        hovered = undefined;
        open(node, meaning);
      }, HOVER);
    };
    const forget = (): void => {
      clearTimeout(later);
      if (hovered === node) hovered = undefined;
    };
    const leave = (): void => {
      forget();
      if (!isKept) close(node);
    };
    const isOwn = (event: Event): boolean => (event.target as Element).closest("button, a, [data-told]") === node;
    const heard: Partial<Record<keyof HTMLElementEventMap, (event: Event) => void>> = {
      pointerenter: (event) => {
        forget();
        if ((event as PointerEvent).pointerType === "mouse") ask();
      },
      pointerleave: leave,
      focus: () => node.matches(":focus-visible") && open(node, meaning),
      blur: () => close(node),
      click: (event) => {
        forget();
        if (acts) close(node);
        else if (isOwn(event)) toggle();
      },
      keydown: (event) => {
        const { key } = event as KeyboardEvent;
        if (!isOwn(event)) return;
        const closes = key === "Escape" && shown === node;
        if (!closes && key !== "?" && (acts || (key !== "Enter" && key !== " "))) return;
        event.preventDefault();
        event.stopPropagation();
        if (closes) close(node);
        else toggle();
      },
      told: keep,
    } as Record<string, (event: Event) => void>;
    for (const [name, hear] of Object.entries(heard)) node.addEventListener(name, hear);
    node.dataset.told = "";
    node.setAttribute("aria-description", said(meaning));
    if (!acts) node.tabIndex = 0;
    if (hovered === node) ask(); // the table has gone on meanwhile
    if (shown === node && box) {
      fill(box, meaning); // it has changed while it is read
      place(box, node);
    }
    return () => {
      clearTimeout(later);
      for (const [name, hear] of Object.entries(heard)) node.removeEventListener(name, hear);
      queueMicrotask(() => node.isConnected || close(node));
    };
  };
}

/** Tell it now, and until something else is touched. */
export const tellNow = (node: Element | null): boolean | undefined => node?.dispatchEvent(new Event("told"));
