// Write into the service worker what belongs to this build, so that an update replaces all of it and leaves nothing behind.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const page = new URL("../../src/casefile/page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, page));
const files = ["icons.svg", "icon.svg", "manifest.webmanifest"];
const assets = readdirSync(new URL("assets/", page)).filter((name) => /\.(js|css|woff2)$/.test(name));
const digest = createHash("sha256");
for (const name of ["index.html", "sw.js", ...files]) digest.update(read(name));
const shell = ["/", ...files.map((name) => `/${name}`), ...assets.sort().map((name) => `/assets/${name}`)];
const worker = read("sw.js")
  .toString()
  .replace('"BUILD"', JSON.stringify(digest.digest("hex").slice(0, 12)))
  .replace('["SHELL"]', JSON.stringify(shell));
writeFileSync(new URL("sw.js", page), worker);
