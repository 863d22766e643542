/** Python in a worker: begun from its files, or woken with the memory that a rehearsal has left in this browser. */
import { type Create, withNative } from "./native.ts";

/** The part of Pyodide that is used here. */
export interface Python {
  runPython(code: string): unknown;
  runPythonAsync(code: string): Promise<unknown>;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  globals: { get(name: string): unknown };
}
type Load = (options: Record<string, unknown>) => Promise<Python>;

/** What is known of the engine since it was built. */
declare const ENGINE: { id: string; weights: Record<string, number>; lock: unknown };
const WHOLE = Object.values(ENGINE.weights).reduce((sum, weight) => sum + weight, 0);
const FAMILY = "casefile-memory-";
const KEEP = FAMILY + ENGINE.id;

const loadFromNetwork = self.fetch.bind(self);

/** A file of the engine, unpacked on the way; how much has come is told. */
async function unpacked(address: string, told: (bytes: number) => void): Promise<Response> {
  const answer = await loadFromNetwork(`${address}.gz`);
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, out) {
      told(piece.length);
      out.enqueue(piece);
    },
  });
  const body = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  const media = address.endsWith(".wasm") ? "application/wasm" : "application/zip";
  return new Response(body, { headers: { "Content-Type": media } });
}

async function begin(
  base: string,
  options: { _makeSnapshot?: boolean; _loadSnapshot?: Uint8Array },
  told: (share: number) => void,
): Promise<Python> {
  let fetched = 0;
  const count = (bytes: number): void => told(Math.min(1, (fetched += bytes) / WHOLE));
  const packed = new Map(["pyodide.asm.wasm", "engine.zip"].map((name) => [base + name, unpacked(base + name, count)]));
  self.fetch = (input, init) => packed.get(String(input)) ?? loadFromNetwork(input, init);
  const [{ loadPyodide }, { default: create }, library] = await Promise.all([
    import(/* @vite-ignore */ `${base}pyodide.mjs`) as Promise<{ loadPyodide: Load }>,
    import(/* @vite-ignore */ `${base}pyodide.asm.mjs`) as Promise<{ default: Create }>,
    unpacked(`${base}msgspec.so`, count).then((answer) => answer.arrayBuffer()),
  ]);
  return loadPyodide({
    ...options,
    createPyodideModule: withNative(create, new Uint8Array(library), options._loadSnapshot?.length),
    indexURL: base,
    stdLibURL: `${base}engine.zip`,
    lockFileContents: ENGINE.lock,
    packageBaseUrl: base,
  });
}

/** A memory fits one engine in one browser. */
const placeOf = (base: string): string => `${base}memory?${encodeURIComponent(navigator.userAgent)}`;

async function keptMemory(base: string): Promise<Uint8Array | null> {
  try {
    const kept = await caches.match(placeOf(base), { cacheName: KEEP });
    return kept ? new Uint8Array(await kept.arrayBuffer()) : null;
  } catch {
    return null; // not a secure address: nothing is kept
  }
}

async function forgetMemories(): Promise<void> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(FAMILY));
  await Promise.all(kept.map((name) => caches.delete(name)));
}

/** With all of Casefile loaded, if it was woken. */
export async function loadPython(
  base: string,
  told: (share: number) => void,
): Promise<{ python: Python; isWoken: boolean }> {
  const memory = await keptMemory(base);
  if (memory) {
    try {
      return { python: await begin(base, { _loadSnapshot: memory }, told), isWoken: true };
    } catch (error) {
      console.warn(error);
      await forgetMemories(); // whatever is wrong with it: the files are still there
    }
  }
  return { python: await begin(base, {}, told), isWoken: false };
}

/** Begin once more, with all that a table takes, and keep the memory for the next time. */
export async function keepMemory(base: string): Promise<void> {
  const python = await begin(base, { _makeSnapshot: true }, () => {});
  await python.runPythonAsync("from casefile.tab.rehearsal import rehearse\nawait rehearse()\ndel rehearse");
  const memory = python.makeMemorySnapshot();
  await forgetMemories();
  await (await caches.open(KEEP)).put(placeOf(base), new Response(memory));
}
