/** Cards by their names, where the rules call them as actions do; how they are called there is told under the mouse. */
export function withNames(html: string, nameOf: (card: string) => string | undefined): string {
  const named = html.replace(/<code>([a-z0-9:_ -]+)<\/code>/g, (whole, words: string) => {
    const names = words.split(" ").map(nameOf);
    return names.includes(undefined) ? whole : `<span class="named" title="${words}">${names.join(", ")}</span>`;
  });
  return named.replace(/(<span class="named" [^>]*>[^<]*<\/span>)\s+(?=<span class="named")/g, "$1, ");
}

/**
 * Gives every numbered rule an anchor of its own, and links every mention of a rule to its page.
 * `pages` says which page holds the rules that begin with a prefix.
 */
export function withAnchors(html: string, page: string, pages: Record<string, string>): string {
  const number = `(${Object.keys(pages).join("|")})-\\d+`;
  const marked = html
    .replaceAll("<th></th>", "<td></td>")
    .replaceAll("<table>", '<table tabindex="0">') // on a phone it scrolls, with the keyboard too
    .replace(
      new RegExp(`<li>(\\s*<p>)?<strong>(${number})</strong>`, "g"),
      (_, paragraph: string | undefined, rule: string) =>
        `<li id="${rule}">${paragraph ?? ""}<a class="rule" href="#${rule}">${rule}</a>`,
    );
  const link = (rule: string, prefix: string): string =>
    `<a href="${pages[prefix] === page ? "" : `/rules/${pages[prefix]}`}#${rule}">${rule}</a>`;
  // Only text between tags, and not within the links just made.
  return marked
    .split(/(<a [^>]*>[^<]*<\/a>|<[^>]+>)/)
    .map((part) => (part.startsWith("<") ? part : part.replace(new RegExp(`\\b${number}\\b`, "g"), link)))
    .join("");
}
