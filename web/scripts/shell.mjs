// Write into the service worker what belongs to this build, so that an update replaces all of it and leaves nothing behind.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const page = process.argv[2]
  ? pathToFileURL(`${process.argv[2]}/`)
  : new URL("../../src/casefile/page/", import.meta.url);
const read = (name) => readFileSync(new URL(name, page));
const notKept = ["sw.js", "parts.json", "icons/others.svg"]; // the last only where somebody has installed another case
const files = readdirSync(page, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(fileURLToPath(page), join(entry.parentPath, entry.name)))
  .filter((name) => /\.(js|mjs|css|woff2|svg|png|json|gz|webmanifest)$/.test(name) && !notKept.includes(name))
  .filter((name) => !name.startsWith("engine/nets/")) // those are fetched, and kept, one by one
  .sort();
const digest = createHash("sha256");
for (const name of ["index.html", "sw.js", ...files]) digest.update(name).update(read(name));
const worker = read("sw.js")
  .toString()
  .replace('"BUILD"', JSON.stringify(digest.digest("hex").slice(0, 12)))
  .replace('["SHELL"]', JSON.stringify(["./", ...files]))
  .replace('"WAITS" === true', String(Boolean(process.argv[2])));
writeFileSync(new URL("sw.js", page), worker);
