// Run a Python file with the engine of the site, outside of a browser: node scripts/run.mjs ENGINE FILE
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import create from "pyodide/pyodide.asm.mjs";
import { withNative } from "../src/tab/native.ts";
import { netsAt } from "../src/tab/nets.ts";

// A script waits for nothing, so all nets are there before it begins.
const ALL_NETS = `
from casefile.tab.nets import known_digests, use_tab_nets
nets = use_tab_nets(browser)
for package, digest in known_digests().items():
    await nets.fetch(digest, package)
`;
const [engine, file] = process.argv.slice(2);
const unpacked = (name) => gunzipSync(readFileSync(join(engine, `${name}.gz`)));
const folder = mkdtempSync(join(tmpdir(), "casefile-"));
try {
  writeFileSync(join(folder, "engine.zip"), unpacked("engine.zip"));
  const python = await loadPyodide({
    indexURL: fileURLToPath(new URL("../node_modules/pyodide/", import.meta.url)),
    stdLibURL: join(folder, "engine.zip"),
    createPyodideModule: withNative(create, unpacked("msgspec.so")),
  });
  const { kernel } = JSON.parse(readFileSync(join(engine, "about.json"), "utf8"));
  const content = async (path) => new Uint8Array(gunzipSync(readFileSync(path))).buffer;
  python.globals.set("browser", await netsAt(join(engine, "nets/"), kernel, content));
  await python.runPythonAsync(ALL_NETS);
  const names = python.toPy({ __name__: "__main__" });
  python.runPython(readFileSync(file, "utf8"), { globals: names, filename: file });
} finally {
  rmSync(folder, { recursive: true });
}
