/** A memory without its empty parts, which are nearly half of it: its size, where each block belongs, and the blocks. */
const BLOCK = 65_536;
const NUMBER = Uint32Array.BYTES_PER_ELEMENT;

export function withoutEmpty(memory: Uint8Array<ArrayBuffer>): Blob {
  const block = (number: number): Uint8Array<ArrayBuffer> => memory.subarray(number * BLOCK, (number + 1) * BLOCK);
  const all = [...Array(Math.ceil(memory.length / BLOCK)).keys()];
  const used = all.filter((number) => block(number).some((byte) => byte !== 0));
  return new Blob([new Uint32Array([memory.length, used.length, ...used]), ...used.map(block)]);
}

/** All of it again; a RangeError where these bytes are none. */
export function whole(kept: ArrayBuffer): Uint8Array {
  const [size, count] = new Uint32Array(kept, 0, 2) as unknown as [number, number];
  const memory = new Uint8Array(size);
  let at = (2 + count) * NUMBER;
  for (const number of new Uint32Array(kept, 2 * NUMBER, count)) {
    const length = Math.min(BLOCK, size - number * BLOCK);
    memory.set(new Uint8Array(kept, at, length), number * BLOCK);
    at += length;
  }
  return memory;
}
