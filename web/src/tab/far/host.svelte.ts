/** This device is the table: guests at devices of their own come to it through connections between two browsers.
 *
 * What a guest says goes to the server of this tab as from anybody who might be a stranger, and what that server has
 * for this guest goes back: nothing else, and nothing of it is looked at here. */
import { prefs } from "../../lib/prefs.svelte.ts";
import { VERSION } from "../../lib/protocol.ts";
import { engine } from "../engine.svelte.ts";
import { CodeError, fromSdp, pack, toSdp, unpack } from "./code.ts";
import { gathered, listen, newConnection, stayAwake, tell, type News } from "./connection.ts";
import { keepOwn } from "./known.ts";

const CONNECTED_WITHIN = 30_000;
const MOST_INVITATIONS = 8; // that wait for an answer
const MOST_CHANNELS = 32; // of one guest at a time
const LARGEST_MESSAGE = 8_192; // the server says so, too
const LARGEST_REQUEST = 70_000;
const FAR = "far "; // as desk.py has it

/** What is wrong with an answer beside what is wrong with a code. */
export type AnswerProblem = "used" | "unknown" | "unreachable";
export class AnswerError extends Error {
  problem: AnswerProblem;
  constructor(problem: AnswerProblem) {
    super(problem);
    this.problem = problem;
  }
}

interface Invitation {
  connection: RTCPeerConnection;
  news: RTCDataChannel;
}

class Host {
  /** How many guests are connected. */
  guests = $state(0);
  #invitations = new Map<number, Invitation>();
  #answered = new Set<number>();
  #connected = new Set<Invitation>();

  /** A code for one guest. */
  async invite(table: string): Promise<string> {
    keepOwn(table);
    const connection = newConnection();
    const news = connection.createDataChannel("news");
    const invitation = { connection, news };
    const id = crypto.getRandomValues(new Uint32Array(1))[0]!;
    this.#invitations.set(id, invitation);
    const [oldest] = this.#invitations.keys();
    if (this.#invitations.size > MOST_INVITATIONS) this.#forget(oldest!);
    let channels = 0;
    connection.ondatachannel = ({ channel }) => {
      if ((channels += 1) > MOST_CHANNELS) channel.close();
      else serve(channel);
      channel.addEventListener("close", () => (channels -= 1));
    };
    news.onopen = () => {
      const told: News = { type: "table", table, version: VERSION, host: prefs.name };
      tell(news, JSON.stringify(told));
      this.#connected.add(invitation);
      this.guests = this.#connected.size;
      stayAwake();
    };
    const gone = (): void => {
      connection.close(); // and with it all of its channels, which hang up
      this.#connected.delete(invitation);
      this.guests = this.#connected.size;
    };
    news.onclose = gone;
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "failed") gone();
    };
    await connection.setLocalDescription();
    return pack(fromSdp(await gathered(connection), "offer", id));
  }

  /** Let the guest in whose answer this is. Raises a CodeError, an AnswerError. */
  async accept(code: string): Promise<void> {
    const answer = unpack(code, "answer");
    const invitation = this.#invitations.get(answer.id);
    if (!invitation) throw new AnswerError(this.#answered.has(answer.id) ? "used" : "unknown");
    const { connection, news } = invitation;
    try {
      await connection.setRemoteDescription({ type: "answer", sdp: toSdp(answer) });
    } catch {
      throw new CodeError("damaged");
    }
    this.#invitations.delete(answer.id);
    this.#answered.add(answer.id);
    await new Promise<void>((resolve, reject) => {
      const fail = (): void => {
        connection.close();
        reject(new AnswerError("unreachable"));
      };
      const timer = setTimeout(fail, CONNECTED_WITHIN);
      const settle = (): void => {
        clearTimeout(timer);
        if (news.readyState === "open") resolve();
        else fail();
      };
      news.addEventListener("open", settle);
      news.addEventListener("close", settle);
      connection.addEventListener("connectionstatechange", () => {
        if (connection.connectionState === "failed") settle();
      });
      if (news.readyState === "open") settle();
    });
  }

  /** To all who are connected: the table is closed, and not only out of reach. */
  sayGoodbye(): void {
    for (const { news } of this.#connected) tell(news, JSON.stringify({ type: "bye" } satisfies News));
  }

  #forget(id: number): void {
    this.#invitations.get(id)?.connection.close();
    this.#invitations.delete(id);
  }
}

/** A channel that a guest has opened: a line to a table, or one request. Its label says which, and the guest's key. */
function serve(channel: RTCDataChannel): void {
  const [what = "", key = "", table = ""] = channel.label.split(" ");
  const isKey = /^[\w-]{16,64}$/.test(key);
  if (isKey && what === "line" && /^[\w-]{1,64}$/.test(table)) connect(channel, table, FAR + key);
  else if (isKey && what === "ask") listen(channel, LARGEST_REQUEST, (text) => void reply(channel, text, FAR + key));
  else channel.close();
}

function connect(channel: RTCDataChannel, table: string, guest: string): void {
  const line = engine.open(table, guest, (text) => {
    if (text === null) channel.close();
    else tell(channel, text);
  });
  listen(channel, LARGEST_MESSAGE, (text) => engine.say(line, text));
  channel.onclose = () => engine.hangUp(line);
}

async function reply(channel: RTCDataChannel, text: string, guest: string): Promise<void> {
  const asked = requestIn(text);
  if (!asked) {
    channel.close();
    return;
  }
  const { status, media, content } = await engine.ask(asked.method, asked.path, asked.body, guest);
  tell(channel, JSON.stringify({ status, media, text: new TextDecoder().decode(content) }));
}

function requestIn(text: string): { method: string; path: string; body: string } | null {
  try {
    const { method, path, body } = JSON.parse(text) as Record<string, unknown>;
    const isRequest = typeof method === "string" && typeof path === "string" && typeof body === "string";
    return isRequest ? { method, path, body } : null;
  } catch {
    return null;
  }
}

export const host = new Host();

addEventListener("pagehide", () => host.sayGoodbye());
addEventListener("beforeunload", (event) => {
  if (host.guests) event.preventDefault(); // somebody plays at this table
});
