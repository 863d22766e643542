/** The nets that lie beside the engine: one is fetched when it is first needed, and kept for when there is no network. */
import { kernelOf, Multiplier } from "./net.ts";

const KEEP = "casefile-nets";
const PAUSE = 30; // seconds before one that could not be had is asked for again, unless a network has come meanwhile

/** The part of what Pyodide hands over that is used here. */
interface Bytes {
  getBuffer(type?: "u8"): { data: Uint8Array; release(): void };
}

type Load = (address: string) => Promise<ArrayBuffer>;
type Told = (caseName: string, isThere: boolean) => void;

const openCache = async (): Promise<Cache | null> =>
  "caches" in globalThis ? caches.open(KEEP).catch(() => null) : null; // not a secure address: nothing is kept

/** When each address was last asked for in vain. */
const failed = new Map<string, number>();
globalThis.addEventListener?.("online", () => failed.clear());

async function fromNetwork(address: string, pause: number): Promise<Response> {
  if (Date.now() - (failed.get(address) ?? 0) < 1000 * pause) throw new Error(`${address}: not there a moment ago`);
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    failed.delete(address);
    return answer;
  } catch (error) {
    failed.set(address, Date.now());
    throw error;
  }
}

/** Can a net be had? It is known as soon as it begins to come. */
export async function hasNet(folder: string, digest: string, pause: number): Promise<boolean> {
  const address = `${folder}${digest}.gz`;
  const cache = await openCache();
  if (await cache?.match(address)) return true;
  try {
    const answer = await fromNetwork(address, pause);
    void cache?.put(address, answer).catch(() => {}); // no room, or it broke off: it is fetched again
    return true;
  } catch {
    return false;
  }
}

/** The content of a net's file; its name is its digest, so it never changes. */
async function contentOf(address: string): Promise<ArrayBuffer> {
  const cache = await openCache();
  const kept = await cache?.match(address);
  const packed = await (kept ?? (await fromNetwork(address, PAUSE))).arrayBuffer();
  if (!kept) await cache?.put(address, new Response(packed)).catch(() => {}); // no room: it is fetched again
  const unpacked = new Response(packed).body!.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}

/** Nets of older versions are of no use any more; those of another site on this host are none of our business. */
async function forgetOlder(folder: string, known: string[]): Promise<void> {
  const cache = await caches.open(KEEP);
  const older = (await cache.keys()).filter(
    ({ url }) => url.startsWith(folder) && !known.includes(url.slice(folder.length).replace(".gz", "")),
  );
  await Promise.all(older.map((each) => cache.delete(each)));
}

/** The nets of this version, in this browser. */
export async function netsBeside(
  folder: string,
  kernel: string,
  known: string[],
  told: Told,
): Promise<Record<string, unknown>> {
  await forgetOlder(folder, known).catch(() => {}); // not a secure address: nothing is kept
  return netsAt(folder, kernel, contentOf, told);
}

/** What the Python side asks of its browser (casefile.tab.nets). */
export async function netsAt(
  folder: string,
  kernel: string,
  load: Load,
  told: Told = () => {},
): Promise<Record<string, unknown>> {
  const code = Uint8Array.from(atob(kernel), (letter) => letter.charCodeAt(0));
  const multiplier = new Multiplier(await kernelOf(code));
  return {
    fetch: async (digest: string, caseName: string): Promise<string | undefined> => {
      try {
        const about = multiplier.add(digest, await load(`${folder}${digest}.gz`));
        told(caseName, true);
        return JSON.stringify(about);
      } catch (error) {
        console.warn(error);
        told(caseName, false);
        return undefined;
      }
    },
    multiply: (digest: string, layers: string, heads: string, rows: Bytes, scales: Bytes): Float32Array => {
      const [given, divisors] = [rows.getBuffer("u8"), scales.getBuffer()];
      try {
        return multiplier.multiply(digest, layers, heads, given.data, divisors.data as unknown as Float32Array);
      } finally {
        given.release();
        divisors.release();
      }
    },
  };
}
