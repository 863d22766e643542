/** Python in a worker: begun from its files, or woken with the memory that a rehearsal has left in this browser. */
import { type Create, withNative } from "./native.ts";
import { whole, withoutEmpty } from "./sparse.ts";

/** The part of Pyodide that is used here. */
export interface Python {
  runPython(code: string): unknown;
  runPythonAsync(code: string): Promise<unknown>;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  globals: { get(name: string): unknown };
}
type Load = (options: Record<string, unknown>) => Promise<Python>;

/** What is known of the engine since it was built. */
declare const ENGINE: { id: string; weights: Record<string, number>; lock: unknown; kernel: string; nets: string[] };
const WHOLE = Object.values(ENGINE.weights).reduce((sum, weight) => sum + weight, 0);
const FAMILY = "casefile-memory-";
const KEEP = `${FAMILY}sparse-${ENGINE.id}`;

/** The engine lies beside the folder of the scripts. */
const BASE = new URL("../engine/", self.location.href).href;
/** Where its nets lie, what multiplies them, and which there are. */
export const NETS: [string, string, string[]] = [`${BASE}nets/`, ENGINE.kernel, ENGINE.nets];
const loadFromNetwork = self.fetch.bind(self);

/** A file of the engine, unpacked on the way; how much has come is told. */
async function unpacked(name: string, told: (bytes: number) => void): Promise<Response> {
  const answer = await loadFromNetwork(`${BASE}${name}.gz`);
  if (!answer.ok || !answer.body) throw new Error(`${name}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      told(piece.length);
      out.enqueue(piece);
    },
  });
  const body = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const media = name.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(body, { headers: { "Content-Type": media } });
}

/** Everything is asked for at once, a kept memory too, and what the processor has to do is begun as soon as it can be. */
async function begin(
  options: { _makeSnapshot?: boolean },
  told: (share: number) => void,
  remembered: Promise<ArrayBuffer | null>,
): Promise<{ python: Python; isWoken: boolean }> {
  let fetched = 0;
  const count = (bytes: number): void => told(Math.min(1, (fetched += bytes) / WHOLE));
  const interpreter = WebAssembly.compileStreaming(unpacked("pyodide.asm.wasm", count));
  const archive = unpacked("engine.zip", count);
  const [{ loadPyodide }, { default: create }, library, kept] = await Promise.all([
    import(/* @vite-ignore */ `${BASE}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    import(/* @vite-ignore */ `${BASE}pyodide.asm.mjs`) as Promise<{ default: Create }>,
    unpacked("msgspec.so", count).then((answer) => answer.arrayBuffer()),
    remembered,
  ]);
  const memory = kept && whole(kept);
  // Pyodide would begin with these two only now.
  self.fetch = async (input, init) =>
    String(input) === `${BASE}pyodide.asm.wasm`
      ? new Response()
      : String(input) === `${BASE}engine.zip`
        ? archive
        : loadFromNetwork(input, init);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await interpreter;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  const python = await loadPyodide({
    ...options,
    ...(memory && { _loadSnapshot: memory }),
    createPyodideModule: withNative(create, new Uint8Array(library), memory?.length),
    indexURL: BASE,
    stdLibURL: `${BASE}engine.zip`,
    lockFileContents: ENGINE.lock,
    packageBaseUrl: BASE,
  });
  return { python, isWoken: memory !== null };
}

/** A memory fits one engine in one browser. */
const PLACE = `${BASE}memory?${encodeURIComponent(navigator.userAgent)}`;

async function keptMemory(): Promise<ArrayBuffer | null> {
  try {
    const kept = await caches.match(PLACE, { cacheName: KEEP });
    return kept ? await kept.arrayBuffer() : null;
  } catch {
    return null; // not a secure address: nothing is kept
  }
}

async function forgetMemories(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(FAMILY));
  await Promise.all(kept.map((name) => caches.delete(name)));
}

/** With all of Casefile loaded, if it was woken. */
export async function loadPython(told: (share: number) => void): Promise<{ python: Python; isWoken: boolean }> {
  const memory = keptMemory();
  try {
    return await begin({}, told, memory);
  } catch (error) {
    if (!(await memory)) throw error;
    console.warn(error);
    await forgetMemories(); // whatever is wrong with it: the files are still there
    return begin({}, told, Promise.resolve(null));
  }
}

const REHEARSAL = `
from casefile.tab import nets, rehearsal
nets.use_desk_nets(None)
await rehearsal.rehearse()
del nets, rehearsal
`;

/** Begin once more, with all that a table takes, and keep the memory for the next time. */
export async function keepMemory(): Promise<void> {
  const { python } = await begin({ _makeSnapshot: true }, () => {}, Promise.resolve(null));
  await python.runPythonAsync(REHEARSAL);
  const memory = python.makeMemorySnapshot();
  await forgetMemories();
  await (await caches.open(KEEP)).put(PLACE, new Response(withoutEmpty(memory)));
}
