// Make the engine of the page without a server: node scripts/engine.mjs SOURCES WHEELS TARGET
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import wabt from "wabt";
import { netsAt } from "../src/tab/nets.ts";

const [sources, wheels, target] = process.argv.slice(2);
const runtime = new URL("../node_modules/pyodide/", import.meta.url);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

// Without the columns of every instruction, which only tracebacks show, the code is a third smaller.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1", HOME: "/home" } });
for (const [place, root] of [
  ["/sources", sources],
  ["/target", target],
]) {
  python.FS.mkdir(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
for (const wheel of readdirSync(wheels)) {
  python.unpackArchive(new Uint8Array(readFileSync(`${wheels}/${wheel}`)), "wheel", { extractDir: "/wheels" });
}
python.runPython("import sys; sys.dont_write_bytecode = True");
python.runPython(readFileSync(fileURLToPath(new URL("engine.py", import.meta.url)), "utf8"));
const text = readFileSync(fileURLToPath(new URL("../src/tab/kernel.wat", import.meta.url)), "utf8");
const code = (await wabt()).parseWat("kernel.wat", text, { simd: true }).toBinary({}).buffer;
const kernel = Buffer.from(code).toString("base64");
const content = async (path) => new Uint8Array(readFileSync(path.replace(/\.gz$/, ""))).buffer;
python.globals.set("nets", await netsAt(`${target}/nets/`, kernel, content));
await python.runPythonAsync("await make(Path('/target'), nets)");

// Compressed here, as not every web server does that by itself.
const weights = {};
const digest = createHash("sha256");
for (const name of ["engine.zip", "msgspec.so", "pyodide.asm.wasm"]) {
  const from = name !== "pyodide.asm.wasm" ? `${target}/${name}` : new URL(name, runtime);
  digest.update(readFileSync(from));
  const packed = gzipSync(readFileSync(from), { level: 9 });
  writeFileSync(`${target}/${name}.gz`, packed);
  rmSync(`${target}/${name}`, { force: true });
  weights[`${name}.gz`] = packed.length;
}
// A net is fetched when it is first needed.
const nets = {};
for (const name of readdirSync(`${target}/nets`)) {
  digest.update(name);
  const packed = gzipSync(readFileSync(`${target}/nets/${name}`), { level: 9 });
  writeFileSync(`${target}/nets/${name}.gz`, packed);
  rmSync(`${target}/nets/${name}`);
  nets[name] = packed.length;
}
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) {
  const script = readFileSync(new URL(name, runtime));
  digest.update(script);
  writeFileSync(`${target}/${name}`, script);
  weights[name] = gzipSync(script, { level: 9 }).length;
}
// Nothing else is to be fetched, from anywhere.
const { info } = JSON.parse(readFileSync(new URL("pyodide-lock.json", runtime), "utf8"));
const id = digest.digest("hex").slice(0, 12);
writeFileSync(
  `${target}/about.json`,
  JSON.stringify({ id, weights, lock: { info, packages: {} }, kernel, nets: Object.keys(nets) }),
);
const kB = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
console.log(
  `engine ${kB(all)} compressed: ${Object.entries(weights)
    .map(([name, weight]) => `${name} ${kB(weight)}`)
    .join(", ")}; nets, when needed: ${Object.values(nets).map(kB).join(", ")}`,
);
process.exit(0);
