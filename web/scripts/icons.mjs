// Write the symbols that the page and the looks of cases use, and no others, into files that browsers keep; and the icons.
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { signs } from "../src/look/icons.ts";

const here = (path) => new URL(path, import.meta.url);
const { icons, width, height } = JSON.parse(
  readFileSync(here("../node_modules/@iconify-json/game-icons/icons.json"), "utf8"),
);
const cases = here("../../src/casefile/cases/");
/** Every name after `icon =` and `back =`, and every list of names. */
const named = (toml) =>
  [...toml.matchAll(/\b(?:back|icon|clue|event|other) = (\[[^\]]*\]|"[^"]*")/g)].flatMap(([, names]) =>
    [...names.matchAll(/"([^"]*)"/g)].map(([, name]) => name),
  );
// A tenth of a unit of 512 is finer than any screen shows.
const coarse = (body) => body.replace(/(\.\d)\d+/g, "$1");
const folder = here("../public/icons/");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
function write(file, names) {
  const symbols = [...new Set(names)].sort().map((name) => {
    if (!icons[name]) throw new Error(`game-icons has no symbol ${name}`);
    return `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${coarse(icons[name].body)}</symbol>`;
  });
  const whole = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
  writeFileSync(new URL(`${file}.svg`, folder), whole);
}
// The page's own in one file and those of each case in another, as a table needs no others; cases by other authors
// may show any of them.
const looks = readdirSync(cases)
  .map((name) => [name.replaceAll("_", "-"), new URL(`${name}/look.toml`, cases)])
  .filter(([, path]) => existsSync(path))
  .map(([name, path]) => [name, named(readFileSync(path, "utf8"))]);
write("page", signs);
for (const [name, names] of looks) write(name, names);
write("others", [...named(readFileSync(new URL("look.toml", cases), "utf8")), ...looks.flatMap(([, names]) => names)]);

// What a phone puts on its screen: the same picture in dots. Where a phone cuts out a shape of its own, the cards stand further in.
await initWasm(readFileSync(here("../node_modules/@resvg/resvg-wasm/index_bg.wasm")));
const picture = readFileSync(here("../public/icon.svg"), "utf8");
const [, ground, cards] = picture.match(/^<svg [^>]*>(<rect [^>]*>)(.*)<\/svg>\s*$/s);
const cut = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${ground}<g transform="translate(256 256) scale(0.82) translate(-256 -256)">${cards}</g></svg>`;
for (const [name, svg, size] of [
  ["icon-192.png", picture, 192],
  ["icon-512.png", picture, 512],
  ["icon-cut.png", cut, 512],
  ["apple-touch-icon.png", cut, 180],
]) {
  const drawn = new Resvg(svg, { fitTo: { mode: "width", value: size } }).render();
  writeFileSync(here(`../public/${name}`), drawn.asPng());
}
