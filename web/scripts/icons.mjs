// Write the symbols that the page uses, and no others, into one file that browsers keep.
import { readFileSync, writeFileSync } from "node:fs";
import { iconNames } from "../src/look/icons.ts";

const here = (path) => new URL(path, import.meta.url);
const { icons, width, height } = JSON.parse(
  readFileSync(here("../node_modules/@iconify-json/game-icons/icons.json"), "utf8"),
);
const symbols = iconNames().map((name) => {
  if (!icons[name]) throw new Error(`game-icons has no symbol ${name}`);
  return `<symbol id="${name}" viewBox="0 0 ${width} ${height}">${icons[name].body}</symbol>`;
});
writeFileSync(here("../public/icons.svg"), `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`);
