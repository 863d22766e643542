import assert from "node:assert/strict";
import { test } from "node:test";
import { CodeError, fromSdp, pack, toSdp, unpack, type Description } from "../src/tab/far/code.ts";
import { cut, Gathered } from "../src/tab/far/pieces.ts";

// As Chromium says it, and with what other browsers may say.
const SDP = [
  "v=0",
  "o=- 7821465980382545391 2 IN IP4 127.0.0.1",
  "s=-",
  "t=0 0",
  "a=group:BUNDLE 0",
  "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
  "c=IN IP4 0.0.0.0",
  "a=candidate:3915268125 1 udp 2113937151 936388d2-8c2a-42b5-9b3e-49f44298a9dc.local 52019 typ host generation 0",
  "a=candidate:1 1 UDP 2113942271 192.168.1.7 58704 typ host generation 0 network-cost 999",
  "a=candidate:2 1 udp 2113942270 fd00::2:ab 58705 typ host",
  "a=candidate:3 1 udp 1677729535 203.0.113.9 40000 typ srflx raddr 0.0.0.0 rport 0",
  "a=candidate:4 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active",
  "a=candidate:5 1 udp 2113942270 printer.local 1 typ host",
  "a=ice-ufrag:8AcH",
  "a=ice-pwd:Kkunpx/2O1pReHJC/TKUFV5N",
  "a=fingerprint:sha-256 A9:0B:19:E6:77:C4:AE:26:7A:C4:1D:5B:C9:22:26:97:68:85:89:D4:F2:5D:BB:EA:3B:31:2E:83:A5:22:3E:5F",
  "a=setup:actpass",
  "a=mid:0",
  "",
].join("\r\n");
const told = (): Description => fromSdp(SDP, "offer", 0xfedcba98);
const problemOf = (text: string, kind: "offer" | "answer" = "offer"): string => {
  try {
    unpack(text, kind);
  } catch (error) {
    assert.ok(error instanceof CodeError, String(error));
    return error.problem;
  }
  return "";
};
const bytesOf = (code: string): number[] => [...Buffer.from(code, "base64url")];
const codeOf = (bytes: number[]): string => Buffer.from(bytes).toString("base64url");
const summed = (bytes: number[]): number[] => {
  const sum = bytes.reduce((all, byte) => Math.imul(all ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
  return [...bytes, sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255];
};

test("a code brings over all that the other browser needs, and is short", () => {
  const code = pack(told());
  assert.match(code, /^[\w-]+$/);
  assert.ok(code.length < 260, String(code.length));
  const read = unpack(code, "offer");
  assert.deepEqual(read, {
    ...told(),
    places: [
      { address: "936388d2-8c2a-42b5-9b3e-49f44298a9dc.local", port: 52019, isOutside: false },
      { address: "192.168.1.7", port: 58704, isOutside: false },
      { address: "fd00:0000:0000:0000:0000:0000:0002:00ab", port: 58705, isOutside: false },
      { address: "203.0.113.9", port: 40000, isOutside: true },
    ],
  });
  assert.deepEqual(fromSdp(toSdp(read), "offer", read.id), read);
});

test("a code may stand in a link, and be broken over lines", () => {
  const code = pack(told());
  assert.deepEqual(unpack(`https://games.example/site/?/join#${code}`, "offer"), unpack(code, "offer"));
  assert.deepEqual(unpack(` ${code.slice(0, 50)}\n${code.slice(50)} `, "offer"), unpack(code, "offer"));
});

test("what is no code, half a code, or one of another kind or version is told apart", () => {
  const code = pack(told());
  assert.equal(problemOf(""), "empty");
  assert.equal(problemOf("  \n"), "empty");
  assert.equal(problemOf("hello"), "damaged");
  assert.equal(problemOf("Grüß Gott!"), "damaged");
  assert.equal(problemOf(code.slice(0, -3)), "damaged");
  assert.equal(problemOf(code + code), "damaged");
  for (let at = 0; at < code.length; at += 7) {
    const other = code[at] === "A" ? "B" : "A";
    assert.equal(problemOf(code.slice(0, at) + other + code.slice(at + 1)), "damaged", `letter ${at}`);
  }
  assert.equal(problemOf(code, "answer"), "is-invitation");
  assert.equal(problemOf(pack({ ...told(), kind: "answer" })), "is-answer");
  assert.equal(problemOf(codeOf(summed([2, ...bytesOf(code).slice(1, -4)]))), "version");
});

test("no line of a stranger reaches the browser", () => {
  for (const user of ["ab\r\na=candidate:1", "a b c d", "abc", ""])
    assert.equal(problemOf(pack({ ...told(), user })), "damaged", JSON.stringify(user));
  assert.equal(problemOf(pack({ ...told(), password: "short" })), "damaged");
  const bytes = bytesOf(pack(told())).slice(0, -4);
  assert.equal(problemOf(codeOf(summed([...bytes, 0]))), "damaged", "something behind it");
  assert.equal(problemOf(codeOf(summed(bytes.slice(0, -1)))), "damaged", "something missing");
  for (let at = 1; at < bytes.length; at += 1) {
    const changed = bytes.with(at, (bytes[at]! + 97) % 256);
    const code = codeOf(summed(changed));
    if (problemOf(code) !== "") continue;
    const sdp = toSdp(unpack(code, "offer"));
    assert.equal(sdp.split("\r\n").length, toSdp(told()).split("\r\n").length);
    assert.match(sdp, /^([a-z]=[ -~]+\r\n)+$/);
  }
});

test("long texts go in pieces, whatever letters they have", () => {
  for (const text of ["", "a", "ä🂡".repeat(20_000), "x".repeat(16_000), "x".repeat(16_001)]) {
    const gathered = new Gathered(1_000_000);
    const whole = cut(text).map((piece) => gathered.add(piece.buffer));
    assert.deepEqual(whole.slice(0, -1), Array(whole.length - 1).fill(null));
    assert.equal(whole.at(-1), text);
    assert.equal(gathered.add(cut("next")[0]!.buffer), "next");
  }
});

test("nobody can make this device keep much, or send what is no piece", () => {
  const gathered = new Gathered(20_000);
  const [first, second] = cut("x".repeat(30_000));
  assert.equal(gathered.add(first!.buffer), null);
  assert.throws(() => gathered.add(second!.buffer), RangeError);
  assert.throws(() => new Gathered(10).add("text"), RangeError);
  assert.throws(() => new Gathered(10).add(new ArrayBuffer(0)), RangeError);
});
