// Weigh the built page as a browser loads it, and fail if it grows beyond its budget.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const page = new URL("../../src/casefile/page/", import.meta.url);
const index = readFileSync(new URL("index.html", page), "utf8");
const files = readdirSync(new URL("assets/", page));
const weigh = (name, zip) => {
  const bytes = readFileSync(new URL(name, page));
  return zip ? gzipSync(bytes, { level: 9 }).length : bytes.length;
};
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const code = files.filter((name) => /\.(js|css)$/.test(name)).map((name) => `assets/${name}`);
// The stylesheets of the cases come from the server, but Home shows them all.
const cases = new URL("../cases/", page);
const looks = readdirSync(cases, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("look.css"));
const styles = sum(looks.map((name) => weigh(`../cases/${name}`, true)));
const first = styles + sum(code.filter((name) => index.includes(name)).map((name) => weigh(name, true)));
const later = sum(code.filter((name) => !index.includes(name)).map((name) => weigh(name, true)));
const fonts = sum(files.filter((name) => name.endsWith(".woff2")).map((name) => weigh(`assets/${name}`, false)));
const symbols = readdirSync(new URL("icons/", page)).filter((name) => name !== "others.svg");
const icons = sum(symbols.map((name) => weigh(`icons/${name}`, true)));
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
console.log(
  `script and style ${kB(first)} at once, ${kB(later)} later; fonts ${kB(fonts)}, icons ${kB(icons)} (compressed)`,
);
if (first > 100_000 || first + later > 200_000 || first + fonts + icons > 320_000) {
  console.error(
    "the page is over its budget: 100 kB of script and style at once, 200 kB in all, 320 kB with all fonts and icons",
  );
  process.exit(1);
}
