/** What both ends of a connection between two browsers do alike. */
import { cut, Gathered } from "./pieces.ts";

/** Asked for by the owner of a site (docs/site.md); empty: devices meet in their own network, and nobody else is told. */
declare const STUN: string;

const GATHERED_WITHIN = 4000; // ms; then what is known has to do
const MOST_WAITING = 4_000_000; // bytes for a device that does not take them

/** What the table says to a device as soon as it is connected, and at the end. */
export type News = { type: "table"; table: string; version: number; host: string } | { type: "bye" };

export function newConnection(): RTCPeerConnection {
  return new RTCPeerConnection({ iceServers: STUN ? [{ urls: STUN.split(" ") }] : [] });
}
export const canMeet = (): boolean => "RTCPeerConnection" in globalThis;

/** When it is known where this device can be reached: nothing is sent later, as somebody carries it by hand. */
export function gathered(connection: RTCPeerConnection): Promise<string> {
  return new Promise((resolve) => {
    const done = (): void => resolve(connection.localDescription?.sdp ?? "");
    setTimeout(done, GATHERED_WITHIN);
    const look = (): void => {
      if (connection.iceGatheringState === "complete") done();
    };
    connection.addEventListener("icegatheringstatechange", look);
    look();
  });
}

/** A text to the other end; one that does not read what it is sent is hung up on. */
export function tell(channel: RTCDataChannel, text: string): void {
  if (channel.readyState !== "open") return;
  try {
    if (channel.bufferedAmount > MOST_WAITING) throw new RangeError("nobody reads");
    for (const piece of cut(text)) channel.send(piece);
  } catch {
    channel.close();
  }
}

/** All that comes from the other end, of which no text may be longer than `most`. */
export function listen(channel: RTCDataChannel, most: number, heard: (text: string) => void): void {
  const pieces = new Gathered(most);
  channel.binaryType = "arraybuffer";
  channel.onmessage = ({ data }) => {
    let text: string | null;
    try {
      text = pieces.add(data);
    } catch {
      channel.close();
      return;
    }
    if (text !== null) heard(text);
  };
}

/** As long as others need this device, or it needs them, its screen stays on where a browser can do that. */
export function stayAwake(): void {
  const ask = (): void => {
    if (!document.hidden) void navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.removeEventListener("visibilitychange", again);
  again = ask;
  document.addEventListener("visibilitychange", again);
  ask();
}
let again: () => void = () => {};
