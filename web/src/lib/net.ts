// A trained net, multiplied out: what it says of a row that the engine wrote. It has no rules in it, and knows no game.
// The file is that of the package (safetensors, a byte for each weight); nothing loads this before somebody needs it.

const POINTS = 20; // the unit in which a net counts points,
const GAIN = 0.25; // and chances

interface Entry {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

interface Layer {
  weight: Float32Array; // row by row, one for each number that comes out
  bias: Float32Array;
}

export interface Judgement {
  wishes: Float32Array; // what actions should be like: weights of their features
  gain: number; // what the round adds to the chance to win the match
  points: number; // of the round, ahead of the best other side
  places: Float32Array; // logits of where an unseen card lies, place by place; the last place is the case file
}

/** A number of sixteen bits: a sign, five bits of exponent, ten of mantissa. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const rest = bits & 1023;
  if (exponent === 31) return rest ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 25) * (1024 + rest) : 2 ** -24 * rest);
}

/** The numbers of a tensor: halves, singles, or bytes with a scale for each row. */
function tensor(file: DataView, start: number, header: Record<string, Entry>, name: string): Float32Array {
  const { dtype, shape, data_offsets } = header[name]!;
  const numbers = new Float32Array(shape.reduce((product, length) => product * length, 1));
  const first = start + data_offsets[0];
  const read: Record<string, (at: number) => number> = {
    F16: (at) => fromHalf(file.getUint16(first + 2 * at, true)),
    F32: (at) => file.getFloat32(first + 4 * at, true),
    I8: (at) => file.getInt8(first + at),
  };
  if (!(dtype in read)) throw new Error(`numbers of type ${dtype} are not known`);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = read[dtype]!(at);
  if (!(`${name}.scale` in header)) return numbers;
  const scale = tensor(file, start, header, `${name}.scale`);
  return numbers.map((value, at) => value * scale[Math.floor(at / shape[1]!)]!);
}

/** Products and sums; inputs that are 0, most of them in a row, cost nothing. */
function multiply({ weight, bias }: Layer, input: Float32Array): Float32Array {
  const there = new Uint32Array(input.length);
  let count = 0;
  for (let at = 0; at < input.length; at += 1) if (input[at] !== 0) there[count++] = at;
  const result = bias.slice();
  for (let out = 0, base = 0; out < result.length; out += 1, base += input.length) {
    let sum = result[out]!;
    for (let at = 0; at < count; at += 1) sum += weight[base + there[at]!]! * input[there[at]!]!;
    result[out] = sum;
  }
  return result;
}

export class Net {
  readonly about: Record<string, string>;
  private readonly layers: Layer[] = [];
  private readonly heads: Record<string, Layer> = {};
  private readonly scales: ArrayLike<number>;

  /** The content of a net's file, and by what each byte of a row is divided (the engine says so). */
  constructor(content: ArrayBuffer, scales: ArrayLike<number>) {
    const file = new DataView(content);
    const length = Number(file.getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(content.slice(8, 8 + length)));
    this.about = header.__metadata__ ?? {};
    this.scales = scales;
    const layer = (name: string): Layer => ({
      weight: tensor(file, 8 + length, header, `${name}.weight`),
      bias: tensor(file, 8 + length, header, `${name}.bias`),
    });
    for (let at = 0; `${at}.weight` in header; at += 1) this.layers.push(layer(String(at)));
    for (const name of ["policy", "value", "belief"]) this.heads[name] = layer(name);
    if (this.layers[0]!.weight.length !== scales.length * this.layers[0]!.bias.length) {
      throw new Error("the net was trained for rows of another length");
    }
  }

  /** All that the net says of one row. */
  judge(row: Uint8Array): Judgement {
    let hidden = Float32Array.from(row, (byte, at) => byte / this.scales[at]!);
    for (const layer of this.layers) hidden = multiply(layer, hidden).map((value) => Math.max(value, 0));
    const [gain, points] = multiply(this.heads.value!, hidden);
    return {
      wishes: multiply(this.heads.policy!, hidden),
      gain: gain! * GAIN,
      points: points! * POINTS,
      places: multiply(this.heads.belief!, hidden),
    };
  }
}
