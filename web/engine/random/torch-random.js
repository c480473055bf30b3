import { checkSeed, finite, oneOf, show, wholeNumber } from "../checks.js";
import { RANDOM_PATH_WORDS } from "../c.js";
import { AttentionError } from "../errors.js";
import { probabilityOf } from "../spec/dropout.js";
import { shapeIn, tensors as tensorRows } from "../stages.js";
import { countOf } from "../tensors.js";

const MAX_COUNT = 2 ** 27;

/**
 * @param {string} fields names of the two factors
 * @param {number} rows
 * @param {number} columns
 */
function area(fields, rows, columns) {
  if (rows * columns > MAX_COUNT) {
    throw new AttentionError(fields, `must multiply to at most ${MAX_COUNT}, got ${rows} and ${columns}`);
  }
  return rows * columns;
}

/**
 * @param {{exports: import("../c.js").Exports, memory: import("../memory.js").Memory}} core
 * @param {number | bigint} seed
 * @param {"scalar" | "avx2"} path
 */
export function createRandom(core, seed, path) {
  return new TorchRandom(core, seed, path);
}

/**
 * Draws what dropout keeps, as torch draws it: 1 keeps a number, 0 drops it.
 * @param {import("../engine.js").Core} core
 * @param {import("../spec/spec.js").ResolvedSpec} spec
 * @param {import("../spec/spec.js").Drawn} dropout
 * @param {Map<string, import("../tensors.js").TensorInput>} tensors receives the masks; those that the caller gave must equal
 *   the drawn ones
 */
export function drawKeeps(core, spec, { seed, drawn }, tensors) {
  if (seed === undefined) return;
  const random = createRandom(core, seed, "scalar");
  for (const name of drawn) {
    const shape = shapeIn(tensorRows[/** @type {import("../stages.js").TensorName} */ (name)], {
      ...spec,
      bias_heads: 0,
    });
    const data = random.dropoutKeep(probabilityOf(spec, name), countOf(shape));
    const given = tensors.get(name);
    const same = !given || (given.shape.join() === shape.join() && data.every((keep, n) => keep === given.data[n]));
    if (!same) {
      throw new AttentionError(name, `must be what torch_seed ${seed} draws where both are given, got another mask`);
    }
    tensors.set(name, { shape, data });
  }
}

/**
 * PyTorch's CPU generator, bit for bit: each method draws the same numbers as the torch function of its name. All
 * methods continue one stream. No engine memory is used between calls, so there is nothing to free.
 */
export class TorchRandom {
  #exports;
  #memory;
  #path;
  /** The generator's state (attention_random), copied into the engine for each call. */
  #state;

  /**
   * @param {{exports: import("../c.js").Exports, memory: import("../memory.js").Memory}} core
   * @param {number | bigint} seed
   * @param {"scalar" | "avx2"} path
   */
  constructor({ exports, memory }, seed, path) {
    this.#exports = exports;
    this.#memory = memory;
    this.#path = RANDOM_PATH_WORDS.indexOf(oneOf("path", path, RANDOM_PATH_WORDS));
    this.#state = new Uint8Array(exports.attention_random_size());
    const bits = Number(BigInt.asUintN(32, checkSeed("seed", seed))); // torch uses only the low 32 bits
    this.#call(0, (_, state) => exports.attention_random_seed(state, bits));
  }

  /**
   * The raw stream, 32 bits per draw.
   * @param {number} n
   */
  bits(n) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return new Uint32Array(
      this.#call(count * 4, (out, state) => this.#exports.attention_random_bits(out, state, count)),
    );
  }

  /**
   * torch.rand(n): uniform in [0, 1).
   * @param {number} n
   */
  rand(n) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#floats(count, (out, state) => this.#exports.attention_random_uniform(out, state, count));
  }

  /**
   * torch.rand(n, dtype=torch.float64).
   * @param {number} n
   */
  rand64(n) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#doubles(count, (out, state) => this.#exports.attention_random_uniform_double(out, state, count));
  }

  /**
   * torch.randn(n): standard normal. As in torch, fewer than 16 numbers are drawn by another method than 16 or more.
   * @param {number} n
   */
  randn(n) {
    return this.#normal(wholeNumber("n", n, 0, MAX_COUNT));
  }

  /**
   * torch.randn(n, dtype=torch.float64), to within 4 units in the last place.
   * @param {number} n
   */
  randn64(n) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#doubles(count, (out, state) => this.#exports.attention_random_normal_double(out, state, count));
  }

  /**
   * torch.empty(n).uniform_(from, to).
   * @param {number} n
   * @param {number} from
   * @param {number} to
   */
  uniform(n, from, to) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    const width = Math.fround(Math.fround(finite("to", to)) - Math.fround(finite("from", from)));
    if (from > to) throw new AttentionError("to", `must be at least from, got from ${from} to ${to}`);
    if (width === Infinity) throw new AttentionError("to", `must lie within 3.4e38 of from, got from ${from} to ${to}`);
    return this.#uniform(count, from, to);
  }

  /**
   * torch.randint(low, high, (n,)): whole numbers from low to high - 1.
   * @param {number} low
   * @param {number} high
   * @param {number} n
   */
  randint(low, high, n) {
    wholeNumber("low", low, -(2 ** 31), 2 ** 31 - 1);
    wholeNumber("high", high, -(2 ** 31), 2 ** 31 - 1);
    if (low >= high) throw new AttentionError("high", `must be above low, got low ${low} and high ${high}`);
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#integers(count, (out, state) => this.#exports.attention_random_integers(out, state, low, high, count));
  }

  /**
   * torch.randperm(n): 0 to n - 1, shuffled.
   * @param {number} n
   */
  randperm(n) {
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#integers(count, (out, state) => this.#exports.attention_random_permutation(out, state, count));
  }

  /**
   * The mask of torch.nn.functional.dropout: 1 keeps an element, 0 drops it.
   * @param {number} p the probability to drop
   * @param {number} n
   */
  dropoutKeep(p, n) {
    if (typeof p !== "number" || !(p >= 0 && p <= 1)) {
      throw new AttentionError("p", `must be a number from 0 to 1, got ${show(p)}`);
    }
    const count = wholeNumber("n", n, 0, MAX_COUNT);
    return this.#floats(count, (out, state) => this.#exports.attention_random_keep(out, state, p, count));
  }

  /**
   * The weight [n, d] of a new torch.nn.Embedding(n, d).
   * @param {number} n
   * @param {number} d
   */
  embedding(n, d) {
    wholeNumber("n", n, 0, MAX_COUNT);
    wholeNumber("d", d, 0, MAX_COUNT);
    return this.#normal(area("n and d", n, d));
  }

  /**
   * torch.nn.init.xavier_uniform_ on a [rows, columns] tensor.
   * @param {number} rows
   * @param {number} columns
   */
  xavierUniform(rows, columns) {
    wholeNumber("rows", rows, 1, MAX_COUNT);
    wholeNumber("columns", columns, 1, MAX_COUNT);
    const bound = Math.sqrt(3) * Math.sqrt(2 / (rows + columns));
    return this.#uniform(area("rows and columns", rows, columns), -bound, bound);
  }

  /**
   * The weight [dOut, dIn] and bias [dOut] of a new torch.nn.Linear(dIn, dOut).
   * @param {number} dIn
   * @param {number} dOut
   */
  linear(dIn, dOut) {
    wholeNumber("dIn", dIn, 1, MAX_COUNT);
    wholeNumber("dOut", dOut, 1, MAX_COUNT);
    const count = area("dIn and dOut", dIn, dOut);
    // torch computes 1 / sqrt(dIn) with these steps and roundings (kaiming_uniform_ with a = sqrt(5)).
    const gain = Math.sqrt(2 / (1 + Math.sqrt(5) * Math.sqrt(5)));
    const bound = Math.sqrt(3) * (gain / Math.sqrt(dIn));
    const weight = this.#uniform(count, -bound, bound);
    const bias = this.#uniform(dOut, -1 / Math.sqrt(dIn), 1 / Math.sqrt(dIn));
    return { weight, bias };
  }

  /** @param {number} n */
  #normal(n) {
    return this.#floats(n, (out, state) => this.#exports.attention_random_normal(out, state, n, this.#path));
  }

  /**
   * @param {number} n
   * @param {number} from
   * @param {number} to
   */
  #uniform(n, from, to) {
    return this.#floats(n, (out, state) =>
      this.#exports.attention_random_uniform_range(out, state, from, to, n, this.#path),
    );
  }

  /**
   * @param {number} n
   * @param {(out: number, state: number) => void} draw
   */
  #floats(n, draw) {
    return new Float32Array(this.#call(n * 4, draw));
  }

  /**
   * @param {number} n
   * @param {(out: number, state: number) => void} draw
   */
  #doubles(n, draw) {
    return new Float64Array(this.#call(n * 8, draw));
  }

  /**
   * @param {number} n
   * @param {(out: number, state: number) => void} draw
   */
  #integers(n, draw) {
    return new Int32Array(this.#call(n * 4, draw));
  }

  /**
   * Copies the generator's state into the engine for one call, with memory for the result.
   * @param {number} bytes of the result
   * @param {(out: number, state: number) => void} draw receives the addresses of the result and the state; out stays
   *   aligned because of the state's size
   * @returns {ArrayBuffer} the result
   */
  #call(bytes, draw) {
    const size = this.#state.length;
    const block = this.#memory.allocate(size + bytes);
    try {
      this.#memory.bytes(block, size).set(this.#state);
      draw(block + size, block);
      this.#state.set(this.#memory.bytes(block, size));
      return this.#memory.bytes(block + size, bytes).slice().buffer;
    } finally {
      this.#memory.free(block);
    }
  }
}
