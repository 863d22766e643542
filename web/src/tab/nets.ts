/** The nets that lie beside the engine: one is fetched when it is first needed, and kept for when there is no network. */
import { kernelOf, Multiplier } from "./net.ts";

const KEEP = "casefile-nets";

/** The part of what Pyodide hands over that is used here. */
interface Bytes {
  getBuffer(type?: "u8"): { data: Uint8Array; release(): void };
}

type Load = (address: string) => Promise<ArrayBuffer>;

/** The content of a net's file; its name is its digest, so it never changes. */
async function contentOf(address: string): Promise<ArrayBuffer> {
  const cache = await caches.open(KEEP).catch(() => null); // not a secure address: nothing is kept
  const kept = await cache?.match(address);
  const answer = kept ?? (await fetch(address));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const packed = await answer.arrayBuffer();
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
export async function netsBeside(folder: string, kernel: string, known: string[]): Promise<Record<string, unknown>> {
  await forgetOlder(folder, known).catch(() => {}); // not a secure address: nothing is kept
  return netsAt(folder, kernel, contentOf);
}

/** What the Python side asks of its browser (casefile.tab.nets). */
export async function netsAt(folder: string, kernel: string, load: Load): Promise<Record<string, unknown>> {
  const code = Uint8Array.from(atob(kernel), (letter) => letter.charCodeAt(0));
  const multiplier = new Multiplier(await kernelOf(code));
  return {
    fetch: async (digest: string): Promise<string | undefined> => {
      try {
        return JSON.stringify(multiplier.add(digest, await load(`${folder}${digest}.gz`)));
      } catch (error) {
        console.warn(error);
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
