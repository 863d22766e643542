import assert from "node:assert/strict";
import { test } from "node:test";
import { whole, withoutEmpty } from "../src/tab/sparse.ts";

test("a memory is whole again, and is kept without its empty parts", async () => {
  const memory = new Uint8Array(20 * 65_536 + 100); // it need not end with a block
  memory[3] = 1;
  memory[7 * 65_536] = 2;
  memory[8 * 65_536 - 1] = 3;
  memory[memory.length - 1] = 4;
  const kept = withoutEmpty(memory);
  assert.equal(kept.size, 2 * 65_536 + 100 + 4 * (2 + 3));
  assert.deepEqual(whole(await kept.arrayBuffer()), memory);
});

test("what is no memory is refused", () => {
  for (const text of ["", "forgotten", "forgotten things"]) {
    assert.throws(() => whole(new TextEncoder().encode(text).slice().buffer), RangeError);
  }
});
