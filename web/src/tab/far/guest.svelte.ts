/** The table is another device: requests and messages go there, as they would to the server of this tab. */
import { VERSION } from "../../lib/protocol.ts";
import type { Heard, Reply, Way } from "../engine.svelte.ts";
import { fromSdp, pack, toSdp, unpack, CodeError } from "./code.ts";
import { gathered, listen, newConnection, stayAwake, tell, type News } from "./connection.ts";
import { isOwn, keyFor } from "./known.ts";

const ANSWERED_WITHIN = 30_000;
const LARGEST = 30_000_000; // the replay of a very long match

/** How this device stands to the table: no code yet, waiting for the other device, there, or not any more. */
type Standing = "nowhere" | "waiting" | "open" | "lost" | "closed";

class Guest implements Way {
  standing = $state<Standing>("nowhere");
  /** The table that the other device is, once it has said so, and whose device it is. */
  table = $state("");
  host = $state("");
  /** Why this device cannot play there: `far.problem.…`. */
  problem = $state<"" | "own" | "version">("");
  #connection: RTCPeerConnection | null = null;
  #channels = new Map<number, RTCDataChannel>();
  #number = 0;

  /** The answer to an invitation. Raises a CodeError. */
  async answer(code: string): Promise<string> {
    const offer = unpack(code, "offer");
    this.#connection?.close();
    const connection = (this.#connection = newConnection());
    this.problem = this.table = "";
    this.standing = "waiting";
    connection.ondatachannel = ({ channel }) => this.#follow(connection, channel);
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed" && this.standing === "open") this.#lose(connection, "lost");
    };
    try {
      await connection.setRemoteDescription({ type: "offer", sdp: toSdp(offer) });
      await connection.setLocalDescription();
    } catch {
      this.#lose(connection, "nowhere");
      throw new CodeError("damaged");
    }
    return pack(fromSdp(await gathered(connection), "answer", offer.id));
  }

  /** Begin once more, with another invitation. */
  giveUp(): void {
    if (this.#connection) this.#lose(this.#connection, "nowhere");
  }

  /** What the other device says of itself. */
  #follow(connection: RTCPeerConnection, news: RTCDataChannel): void {
    listen(news, LARGEST, (text) => {
      const told = JSON.parse(text) as News;
      if (told.type === "bye") this.#lose(connection, "closed");
      else if (told.version !== VERSION) this.#refuse(connection, "version");
      else if (isOwn(told.table)) this.#refuse(connection, "own");
      else {
        keyFor(told.table);
        this.table = told.table;
        this.host = told.host;
        this.standing = "open";
        stayAwake();
        dispatchEvent(new Event("online")); // a table that waits for its connection need not wait longer
      }
    });
    news.onclose = () => this.#lose(connection, "lost");
  }
  #refuse(connection: RTCPeerConnection, problem: "own" | "version"): void {
    this.problem = problem;
    this.#lose(connection, "nowhere");
  }
  #lose(connection: RTCPeerConnection, standing: Standing): void {
    if (connection !== this.#connection) return;
    this.#connection = null;
    connection.close();
    this.standing = standing;
  }

  /** A channel of its own for every line, and for every request. */
  #channel(label: string): RTCDataChannel | null {
    return this.standing === "open" ? (this.#connection?.createDataChannel(label) ?? null) : null;
  }

  open(table: string, _guest: string, heard: Heard): number {
    const line = (this.#number += 1);
    const channel = this.#channel(`line ${keyFor(table)} ${table}`);
    if (!channel) {
      setTimeout(() => heard(null));
      return line;
    }
    this.#channels.set(line, channel);
    listen(channel, LARGEST, (text) => {
      const told = JSON.parse(text) as { type: string; table?: string; rematch?: string | null };
      const next = told.type === "rematch" ? told.table : told.type === "table" ? told.rematch : null;
      if (next) keyFor(next, table);
      heard(text);
    });
    channel.onclose = () => {
      if (this.#channels.delete(line)) heard(null);
    };
    return line;
  }
  say(line: number, text: string): void {
    const channel = this.#channels.get(line);
    if (!channel) return;
    if (channel.readyState === "connecting") channel.addEventListener("open", () => tell(channel, text));
    else tell(channel, text);
  }
  hangUp(line: number): void {
    const channel = this.#channels.get(line);
    this.#channels.delete(line);
    channel?.close();
  }

  ask(method: string, path: string, body: string, _guest: string): Promise<Reply> {
    const table = path.split(/[/?]/)[3] ?? ""; // /api/tables/TABLE
    const channel = this.#channel(`ask ${keyFor(table)}`);
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error("offline"));
      if (!channel) {
        fail();
        return;
      }
      setTimeout(() => channel.close(), ANSWERED_WITHIN);
      channel.onopen = () => tell(channel, JSON.stringify({ method, path, body }));
      channel.onclose = fail;
      listen(channel, LARGEST, (text) => {
        const { status, media, text: content } = JSON.parse(text) as { status: number; media: string; text: string };
        resolve({ status, media, content: new TextEncoder().encode(content) });
        channel.close();
      });
    });
  }
}

export const guest = new Guest();
