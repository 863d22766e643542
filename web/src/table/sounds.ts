/** Short, quiet sounds, made on the spot: nothing is loaded for them. */
import { isCalm, prefs } from "../lib/prefs.svelte.ts";
import type { StateInfo } from "../lib/protocol.ts";

export type Sound = "card" | "meld" | "turn" | "end";

const LOUDNESS = 0.05;
/** Pitches in hertz, one after the other. */
const TONES: Record<Exclude<Sound, "card">, number[]> = {
  meld: [392, 523],
  turn: [659, 880],
  end: [392, 494, 587, 784],
};
const APART = 0.09;

let context: AudioContext | undefined;

/** A browser lets a page sound only after somebody has touched it. */
function ready(): AudioContext | undefined {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === "undefined") return undefined;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

function tone(audio: AudioContext, pitch: number, after: number): void {
  const start = audio.currentTime + after;
  const string = audio.createOscillator();
  const loudness = audio.createGain();
  string.type = "triangle";
  string.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
  string.connect(loudness).connect(audio.destination);
  string.start(start);
  string.stop(start + 0.52);
}

/** A card on felt: a breath of noise. */
function rustle(audio: AudioContext): void {
  const lasts = 0.09;
  const noise = audio.createBuffer(1, audio.sampleRate * lasts, audio.sampleRate);
  const row = noise.getChannelData(0);
  for (let at = 0; at < row.length; at++) row[at] = (Math.random() * 2 - 1) * (1 - at / row.length) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const loudness = audio.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  loudness.gain.value = LOUDNESS * 1.6;
  source.connect(filter).connect(loudness).connect(audio.destination);
  source.start();
}

/** What is heard when a state is shown: the most important thing only. */
export function soundOf(before: StateInfo | null, state: StateInfo, seat: number | null): Sound | null {
  if (!before || before.round !== state.round) return null;
  if (state.view?.phase === "over") return before.view?.phase === "over" ? null : "end";
  const isMine = (each: StateInfo): boolean => seat !== null && each.waiting_for.includes(seat);
  if (isMine(state) && !isMine(before)) return "turn";
  const moves = state.events.flatMap((event) => event.moves);
  if (moves.some((move) => move.to.startsWith("area:"))) return "meld";
  return moves.length ? "card" : null;
}

/** Off by a switch, and where the system asks for calm. */
export function play(sound: Sound | null): void {
  if (!sound || !prefs.sound || isCalm()) return;
  if (sound === "turn") navigator.vibrate?.(40);
  const audio = ready();
  if (!audio) return;
  if (sound === "card") rustle(audio);
  else TONES[sound].forEach((pitch, at) => tone(audio, pitch, at * APART));
}
