// Run a Python file with the engine of the site, outside of a browser: node scripts/run.mjs ENGINE FILE
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import create from "pyodide/pyodide.asm.mjs";
import { withNative } from "../src/tab/native.ts";

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
  const names = python.toPy({ __name__: "__main__" });
  python.runPython(readFileSync(file, "utf8"), { globals: names, filename: file });
} finally {
  rmSync(folder, { recursive: true });
}
