// Write the symbols that the page uses, and no others, into one file that browsers keep.
import { readFileSync, writeFileSync } from "node:fs";
import { iconNames } from "../src/look/icons.ts";

const here = (path) => new URL(path, import.meta.url);
const { icons, width, height } = JSON.parse(
  readFileSync(here("../node_modules/@iconify-json/game-icons/icons.json"), "utf8"),
);
// A tenth of a unit of 512 is finer than any screen shows.
const coarse = (body) => body.replace(/(\.\d)\d+/g, "$1");
const symbols = iconNames().map((name) => {
  if (!icons[name]) throw new Error(`game-icons has no symbol ${name}`);
  return `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${coarse(icons[name].body)}</symbol>`;
});
writeFileSync(here("../public/icons.svg"), `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`);
