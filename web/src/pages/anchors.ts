/** Gives every numbered rule an anchor of its own, and links every mention of a rule to it. */
const NUMBER = /\b(C|RIP|RUE|JEK|CAP)-(\d+)\b/g;
const PAGES: Record<string, string> = {
  C: "common",
  RIP: "ripper",
  RUE: "rue-morgue",
  JEK: "jekyll-hyde",
  CAP: "capone",
};

export function withAnchors(html: string, page: string): string {
  const marked = html
    .replaceAll("<th></th>", "<td></td>")
    .replace(
      /<li>(\s*<p>)?<strong>((?:C|RIP|RUE|JEK|CAP)-\d+)<\/strong>/g,
      (_, paragraph: string | undefined, rule: string) =>
        `<li id="${rule}">${paragraph ?? ""}<a class="rule" href="#${rule}">${rule}</a>`,
    );
  // Only text between tags, and not within the links just made.
  return marked
    .split(/(<a [^>]*>[^<]*<\/a>|<[^>]+>)/)
    .map((part) =>
      part.startsWith("<") ? part : part.replace(NUMBER, (rule, prefix: string) => link(rule, prefix, page)),
    )
    .join("");
}

function link(rule: string, prefix: string, page: string): string {
  const target = PAGES[prefix] ?? page;
  return `<a href="${target === page ? "" : `/rules/${target}`}#${rule}">${rule}</a>`;
}
