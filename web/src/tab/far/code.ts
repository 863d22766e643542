/** How two browsers find each other, as a text that people carry from one to the other by hand.
 *
 * Of all that a browser says of a connection (SDP), two browsers need some hundred bytes to be told: keys, and where
 * each can be reached. A description for the other one is written anew from these, and from nothing else: whatever a
 * stranger puts into a code, no line of theirs reaches the browser. */

export type Kind = "offer" | "answer";
/** Where a device can be reached: an address, or a name that only its own network knows. */
export interface Place {
  address: string;
  port: number;
  /** Was it seen from outside, by a STUN server? */
  isOutside: boolean;
}
export interface Description {
  kind: Kind;
  /** To which invitation an answer belongs. */
  id: number;
  user: string;
  password: string;
  /** Of the key with which everything is encrypted. */
  fingerprint: Uint8Array;
  places: Place[];
}
/** What is wrong with a code; `far.problem.…` says it in words. */
export type CodeProblem = "empty" | "damaged" | "version" | "is-answer" | "is-invitation";
export class CodeError extends Error {
  problem: CodeProblem;
  constructor(problem: CodeProblem) {
    super(problem);
    this.problem = problem;
  }
}

const FORMAT = 1;
const KINDS: Kind[] = ["offer", "answer"];
const MOST_PLACES = 8;
const FINGERPRINT = 32;
const SUM = 4;
const [NAME, IPV4, IPV6] = [0, 1, 2];
const OUTSIDE = 128;

// Codes

export function pack(description: Description): string {
  const { kind, id, user, password, fingerprint, places } = description;
  const numbers = [FORMAT, KINDS.indexOf(kind), ...bytesOf(id)];
  for (const text of [user, password]) numbers.push(text.length, ...new TextEncoder().encode(text));
  numbers.push(...fingerprint, Math.min(places.length, MOST_PLACES));
  for (const place of places.slice(0, MOST_PLACES)) numbers.push(...packPlace(place));
  const all = [...numbers, ...bytesOf(sumOf(numbers))];
  return btoa(String.fromCharCode(...all))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** What a code says, which may stand in a link. Raises a CodeError. */
export function unpack(given: string, wanted: Kind): Description {
  const text = given.replace(/\s/g, "").replace(/^.*#/, "");
  if (!text) throw new CodeError("empty");
  const all = decoded(text);
  const numbers = all.slice(0, -SUM);
  if (numbers.length < SUM || sumOf(numbers) !== numberOf(all.slice(-SUM))) throw new CodeError("damaged");
  if (numbers[0] !== FORMAT) throw new CodeError("version");
  const description = read(new Reader(numbers.slice(1)));
  if (description.kind !== wanted) throw new CodeError(wanted === "offer" ? "is-answer" : "is-invitation");
  return description;
}

class Reader {
  #bytes: number[];
  constructor(bytes: number[]) {
    this.#bytes = bytes;
  }
  take(count: number): number[] {
    const taken = this.#bytes.splice(0, count);
    if (taken.length < count) throw new CodeError("damaged");
    return taken;
  }
  one(): number {
    return this.take(1)[0]!;
  }
  /** Letters that mean nothing but themselves. */
  word(least: number): string {
    const word = String.fromCharCode(...this.take(this.one()));
    if (word.length < least || !/^[A-Za-z0-9+/]*$/.test(word)) throw new CodeError("damaged");
    return word;
  }
  end(): void {
    if (this.#bytes.length) throw new CodeError("damaged");
  }
}

function read(reader: Reader): Description {
  const kind = KINDS[reader.one()];
  if (!kind) throw new CodeError("damaged");
  const id = numberOf(reader.take(4));
  const user = reader.word(4);
  const password = reader.word(22);
  const fingerprint = Uint8Array.from(reader.take(FINGERPRINT));
  const count = reader.one();
  if (count > MOST_PLACES) throw new CodeError("damaged");
  const places = Array.from({ length: count }, () => readPlace(reader));
  reader.end();
  return { kind, id, user, password, fingerprint, places };
}

function packPlace({ address, port, isOutside }: Place): number[] {
  const [what, bytes] = address.endsWith(".local")
    ? [NAME, hexBytes(address.slice(0, -".local".length).replaceAll("-", ""))]
    : address.includes(":")
      ? [IPV6, groupsOf(address).flatMap((group) => [group >> 8, group & 255])]
      : [IPV4, address.split(".").map(Number)];
  return [what! + (isOutside ? OUTSIDE : 0), ...bytes!, port >> 8, port & 255];
}
function readPlace(reader: Reader): Place {
  const first = reader.one();
  const what = first % OUTSIDE;
  if (what !== NAME && what !== IPV4 && what !== IPV6) throw new CodeError("damaged");
  const bytes = reader.take(what === IPV4 ? 4 : 16);
  const hex = hexOf(bytes);
  const address =
    what === IPV4
      ? bytes.join(".")
      : what === IPV6
        ? hex.match(/.{4}/g)!.join(":")
        : `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")}.local`;
  const [high, low] = reader.take(2);
  return { address, port: high! * 256 + low!, isOutside: first >= OUTSIDE };
}

// What a browser says and takes

/** All that the other device has to know of what this browser said. */
export function fromSdp(sdp: string, kind: Kind, id: number): Description {
  const value = (name: string): string => new RegExp(`^a=${name}:(.*?)\\r?$`, "m").exec(sdp)?.[1] ?? "";
  const print = value("fingerprint").replace(/^sha-256 /i, "");
  const places = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (host|srflx)/gim)]
    .map(([, address = "", port, type]) => ({ address, port: Number(port), isOutside: type === "srflx" }))
    .filter(({ address }) => isPlace(address));
  return {
    kind,
    id,
    user: value("ice-ufrag"),
    password: value("ice-pwd"),
    fingerprint: Uint8Array.from(hexBytes(print.replaceAll(":", ""))),
    places,
  };
}

export function toSdp({ kind, user, password, fingerprint, places }: Description): string {
  const print = Array.from(fingerprint, (byte) => hexOf([byte]).toUpperCase()).join(":");
  const lines = [
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    `a=ice-ufrag:${user}`,
    `a=ice-pwd:${password}`,
    "a=ice-options:trickle",
    `a=fingerprint:sha-256 ${print}`,
    `a=setup:${kind === "offer" ? "actpass" : "active"}`,
    "a=sctp-port:5000",
    "a=max-message-size:65536",
    ...places.map(({ address, port, isOutside }, at) => {
      const [priority, type] = isOutside ? [1_677_729_535, "srflx raddr 0.0.0.0 rport 0"] : [2_113_937_151, "host"];
      return `a=candidate:${at + 1} 1 udp ${priority - at} ${address} ${port} typ ${type}`;
    }),
  ];
  return `${lines.join("\r\n")}\r\n`;
}

function isPlace(address: string): boolean {
  return (
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local$/i.test(address) ||
    /^\d{1,3}(\.\d{1,3}){3}$/.test(address) ||
    (/^[0-9a-f:]+$/i.test(address) && groupsOf(address).length === 8)
  );
}

/** The eight parts of an address of IPv6, also where zeros were left out. */
function groupsOf(address: string): number[] {
  const [before = "", after] = address.split("::");
  const read = (part: string): number[] => (part ? part.split(":").map((group) => parseInt(group, 16)) : []);
  if (after === undefined) return read(before);
  const [first, last] = [read(before), read(after)];
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}

// Numbers

function decoded(text: string): number[] {
  if (!/^[\w-]+$/.test(text)) throw new CodeError("damaged");
  try {
    return Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw new CodeError("damaged");
  }
}
/** FNV-1a: it tells whether all of a code has arrived, and is no secret. */
function sumOf(bytes: number[]): number {
  return bytes.reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193) >>> 0, 0x811c9dc5);
}
function bytesOf(number: number): number[] {
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
}
function numberOf(bytes: number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}
function hexBytes(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
}
function hexOf(bytes: number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
