/** Trained nets, multiplied out: what comes of rows that the engine wrote. There are no rules in it, and it knows no game.
 * The file is that of the package (safetensors, a byte for each weight); kernel.wat does what takes time. */

const BLOCK = 32; // sums that the kernel adds up at once
const NUMBER = 4; // bytes of a number
const ENTRY = 2; // numbers of an entry: where the weights of an input stand, and the input
const TOGETHER = 16; // rows for which the weights of a block are gone through before the next one
const PAGE = 65536; // bytes by which the kernel's memory grows

export interface Kernel {
  memory: WebAssembly.Memory;
  add(entry: number, end: number, weights: number, sums: number): void;
}
interface Tensor {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}
interface Layer {
  inputs: number;
  outputs: number;
  weights: number; // where they begin in the kernel's memory: block by block, and there input by input
  bias: Float32Array; // filled up to whole blocks
}

/** A number of sixteen bits: a sign, five bits of exponent, ten of mantissa. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const rest = bits & 1023;
  if (exponent === 31) return rest ? NaN : sign * Infinity;
  return sign * (exponent ? 2 ** (exponent - 25) * (1024 + rest) : 2 ** -24 * rest);
}

const whole = (outputs: number): number => Math.ceil(outputs / BLOCK) * BLOCK;

/** A safetensors file. */
class File {
  readonly about: Record<string, string>;
  readonly names: string[];
  #tensors: Record<string, Tensor>;
  #data: ArrayBuffer;

  constructor(content: ArrayBuffer) {
    const start = 8 + Number(new DataView(content).getBigUint64(0, true));
    const { __metadata__, ...tensors } = JSON.parse(new TextDecoder().decode(content.slice(8, start)));
    this.about = __metadata__ ?? {};
    this.names = Object.keys(tensors);
    this.#tensors = tensors;
    this.#data = content.slice(start);
  }
  shape(name: string): number[] {
    return this.#tensors[name]!.shape;
  }
  /** The numbers of a tensor: halves, singles or bytes. */
  numbers(name: string): ArrayLike<number> {
    const { dtype, data_offsets } = this.#tensors[name]!;
    const data = this.#data.slice(...data_offsets);
    if (dtype === "I8") return new Int8Array(data);
    if (dtype === "F32") return new Float32Array(data);
    if (dtype === "F16") return Float32Array.from(new Uint16Array(data), fromHalf);
    throw new Error(`numbers of type ${dtype} are not known`);
  }
  /** By what the numbers of each row of a matrix are multiplied. */
  scales(name: string): ArrayLike<number> | null {
    return this.names.includes(`${name}.scale`) ? this.numbers(`${name}.scale`) : null;
  }
}

/** What is worked on lies at the beginning of the kernel's memory, the weights of all nets behind it. */
export class Multiplier {
  #kernel: Kernel;
  #end = 0; // of what is used of the memory
  #nets = new Map<string, Map<string, Layer>>();
  #entries: { start: number; most: number }; // of each row
  #sums: { start: number; most: number };

  constructor(kernel: Kernel, mostInputs = 4096, mostOutputs = 1024) {
    this.#kernel = kernel;
    this.#entries = { start: this.#take(TOGETHER * mostInputs * ENTRY), most: mostInputs };
    this.#sums = { start: this.#take(TOGETHER * mostOutputs), most: mostOutputs };
  }

  /** Room for some numbers; where it begins. */
  #take(numbers: number): number {
    const start = this.#end;
    const { memory } = this.#kernel;
    this.#end += numbers * NUMBER;
    memory.grow(Math.max(0, Math.ceil((this.#end - memory.buffer.byteLength) / PAGE)));
    return start;
  }

  /** Take in the content of a net's file; what is said about it there. */
  add(name: string, content: ArrayBuffer): Record<string, string> {
    const file = new File(content);
    const layers = file.names.filter((each) => each.endsWith(".weight")).map((each) => each.replace(".weight", ""));
    this.#nets.set(name, new Map(layers.map((layer) => [layer, this.#layer(file, layer)])));
    return file.about;
  }

  #layer(file: File, name: string): Layer {
    const [outputs, inputs] = file.shape(`${name}.weight`) as [number, number];
    const [given, scales] = [file.numbers(`${name}.weight`), file.scales(`${name}.weight`)];
    const start = this.#take(whole(outputs) * inputs);
    const weights = new Float32Array(this.#kernel.memory.buffer, start, whole(outputs) * inputs);
    for (let output = 0; output < outputs; output += 1) {
      const scale = scales ? scales[output]! : 1;
      const block = (output - (output % BLOCK)) * inputs + (output % BLOCK);
      for (let input = 0; input < inputs; input += 1)
        weights[block + input * BLOCK] = given[output * inputs + input]! * scale;
    }
    const bias = new Float32Array(whole(outputs));
    bias.set(file.numbers(`${name}.bias`));
    return { inputs, outputs, weights: start, bias };
  }

  /** What comes out of some layers, one after the other, and then of its heads, side by side, for each row.
   * Each byte of a row is divided by its scale; nothing below 0 goes from one layer into the next. */
  multiply(name: string, layers: string, heads: string, rows: Uint8Array, scales: Float32Array): Float32Array {
    const net = this.#nets.get(name)!;
    const path = layers.split(" ").map((each) => net.get(each)!);
    const last = heads.split(" ").map((each) => net.get(each)!);
    if (path[0]!.inputs !== scales.length || rows.length % scales.length)
      throw new Error("the net was trained for rows of another length");
    const count = rows.length / scales.length;
    const found = new Float32Array(count * last.reduce((sum, head) => sum + head.outputs, 0));
    for (let first = 0; first < count; first += TOGETHER) {
      const some = rows.subarray(first * scales.length, (first + TOGETHER) * scales.length);
      this.#multiplySome(path, last, some, scales, found.subarray((found.length / count) * first));
    }
    return found;
  }

  #multiplySome(path: Layer[], last: Layer[], rows: Uint8Array, scales: Float32Array, found: Float32Array): void {
    const count = rows.length / scales.length;
    const sums = new Float32Array(this.#kernel.memory.buffer, this.#sums.start, TOGETHER * this.#sums.most);
    const inputs = (row: number, width: number): Float32Array =>
      sums.subarray(row * this.#sums.most, row * this.#sums.most + width);
    let ends = this.#enter(count, (row) => rows.subarray(row * scales.length, (row + 1) * scales.length), scales);
    for (const layer of path) {
      this.#run(layer, ends, sums);
      ends = this.#enter(count, (row) => inputs(row, layer.outputs));
    }
    const width = last.reduce((sum, head) => sum + head.outputs, 0);
    let before = 0;
    for (const head of last) {
      this.#run(head, ends, sums);
      for (let row = 0; row < count; row += 1) found.set(inputs(row, head.outputs), row * width + before);
      before += head.outputs;
    }
  }

  /** Write down the inputs of some rows that are above 0, as most of them are not; where each row's entries end. */
  #enter(count: number, inputs: (row: number) => ArrayLike<number>, scales?: Float32Array): number[] {
    const { start, most } = this.#entries;
    const places = new Uint32Array(this.#kernel.memory.buffer, start, TOGETHER * most * ENTRY);
    const values = new Float32Array(this.#kernel.memory.buffer, start, TOGETHER * most * ENTRY);
    return Array.from({ length: count }, (_, row) => {
      const given = inputs(row);
      let at = row * most * ENTRY;
      for (let input = 0; input < given.length; input += 1) {
        const value = given[input]!;
        if (value <= 0) continue;
        places[at] = input * BLOCK * NUMBER;
        values[at + 1] = scales ? value / scales[input]! : value;
        at += ENTRY;
      }
      return start + at * NUMBER;
    });
  }

  #run(layer: Layer, ends: number[], sums: Float32Array): void {
    const [entries, results] = [this.#entries.most * ENTRY * NUMBER, this.#sums.most * NUMBER];
    ends.forEach((_, row) => sums.set(layer.bias, row * this.#sums.most));
    for (let first = 0; first < layer.outputs; first += BLOCK) {
      const weights = layer.weights + first * layer.inputs * NUMBER;
      for (let row = 0; row < ends.length; row += 1)
        this.#kernel.add(
          this.#entries.start + row * entries,
          ends[row]!,
          weights,
          this.#sums.start + row * results + first * NUMBER,
        );
    }
  }
}

/** The kernel, from what engine.mjs has made of its text. */
export async function kernelOf(code: Uint8Array<ArrayBuffer>): Promise<Kernel> {
  return (await WebAssembly.instantiate(code)).instance.exports as unknown as Kernel;
}
