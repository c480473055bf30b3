import { TILE, TILES_AFTER_SOFTMAX } from "./c.js";
import { checkNames, checkObject, definedOnly, wholeNumber } from "./checks.js";
import { statusError } from "./plan.js";
import { Run } from "./run.js";
import { alignedBytes, writeStruct } from "./struct.js";

/**
 * @typedef {import("./tensors.js").Tensor} Tensor
 *
 * Running values of the tile's queries before and after the tile: one number for each query ([queries]), or a weighted
 * sum of values ([queries, d_v]).
 * @typedef {{before: Tensor, after: Tensor}} Change
 *
 * One step: a block of queries of one head against a block of keys. Every tensor is a copy that belongs to the caller.
 * @typedef {object} Tile
 * @property {number} head
 * @property {[number, number]} queries the range [first, end)
 * @property {[number, number]} keys the range [first, end)
 * @property {boolean} skipped every key is hidden from every query, so the running values are unchanged; exponentials,
 *   shares and factor are 0 and have no meaning
 * @property {Tensor} scores [queries, keys], after masking, with the same bits as in the walk
 * @property {Tensor} allow [queries, keys], 1 where the query may see the key, otherwise 0
 * @property {Tensor} exponentials [queries, keys]: e^(score - max.after)
 * @property {Tensor} shares [queries, keys], the exponentials after dropout, by which the values are multiplied
 * @property {Tensor} factor [queries]: e^(max.before - max.after), by which sum and accumulator are multiplied first
 * @property {Change} max the largest score so far; -Infinity before the first visible key
 * @property {Change} sum sum of the exponentials so far, relative to max
 * @property {Change} accumulator sum of shares times values so far: the context before it is divided by sum
 * @property {Tensor | undefined} context [queries, d_v]: accumulator / sum; undefined until the last keys
 */

/** The arrays of a tile: their dimensions, and the member of attention_tile that points at them, which context has none of. */
const PARTS = /** @type {const} */ ({
  scores: { shape: ["queries", "keys"], member: "score_ij" },
  allow: { shape: ["queries", "keys"], member: "allow_ij" },
  exponentials: { shape: ["queries", "keys"], member: "exponential_ij" },
  shares: { shape: ["queries", "keys"], member: "unnormalised_ij" },
  factor: { shape: ["queries"], member: "factor_i" },
  max: { shape: ["queries"], member: "max_i" },
  sum: { shape: ["queries"], member: "sum_i" },
  accumulator: { shape: ["queries", "d_v"], member: "accumulator_ic" },
  context: { shape: ["queries", "d_v"], member: undefined },
});
/** @typedef {keyof typeof PARTS} Part */

const NAMES = /** @type {Part[]} */ (Object.keys(PARTS));
/** The running values that continue from tile to tile. */
const STATE = /** @type {const} */ (["max", "sum", "accumulator"]);

/**
 * Computes the context again, tile by tile as FlashAttention does: a block of queries against a block of keys at a
 * time, with a running maximum and sum, without storing the n_q x n_k matrix of scores. The context equals the walk's
 * up to rounding. Computes the stages up to Q, K and V (Q_rot and K_rot with rope) first where they are not computed
 * yet.
 * @param {Run} run
 * @param {{queries: number, keys: number}} size of a tile: from 1 to n_q queries, and from 1 to n_k keys
 * @returns {Tiles} an object that computes one tile with each step()
 */
export function tilesOf(run, size) {
  const { core, plan, memory } = Run.partsOf(run);
  memory.checkAlive();
  const tiles = new Tiles(core, plan, () => memory.address, size);
  while (memory.done < run.stages.indexOf("raw")) run.step();
  return tiles;
}

/**
 * Attention tile by tile. For each head, the first block of queries goes through all blocks of keys, then the next
 * block of queries does. No engine memory is used between two steps, so there is nothing to free.
 */
export class Tiles {
  #core;
  #plan;
  #block;
  #next = 0;
  /** @type {Partial<Record<Part, Tensor>>} running values of the current block of queries */
  #state = {};
  #context;

  /**
   * @param {import("./engine.js").Core} core
   * @param {import("./plan.js").Plan} plan
   * @param {() => number} block address of the run, whose Q, K and V are computed; throws after the run is freed
   * @param {unknown} size {queries, keys} of a tile
   */
  constructor(core, plan, block, size) {
    const { heads, n_q, n_k, d_v } = plan.spec;
    if (plan.entries.has("zeroed")) throw statusError(core, TILES_AFTER_SOFTMAX, plan.spec);
    this.#core = core;
    this.#plan = plan;
    this.#block = block;
    /** Number of queries and keys of a tile; the last tiles of a row or column can have fewer. */
    this.size = Object.freeze(readSize(size, n_q, n_k));
    /** Number of steps: heads times blocks of queries times blocks of keys. */
    this.count = heads * Math.ceil(n_q / this.size.queries) * Math.ceil(n_k / this.size.keys);
    this.#context = { shape: [heads, n_q, d_v], data: new Float32Array(heads * n_q * d_v) };
  }

  /**
   * Computes the next tile. The order is: head by head, block of queries by block of queries, all keys for each.
   * @returns {Tile | undefined} undefined at the end
   */
  step() {
    if (this.#next === this.count) return undefined;
    const place = placeOf(this.#next, this.size, this.#plan.spec);
    const block = this.#block();
    const scratch = new Scratch(this.#core.memory, place, this.#plan.spec.d_v);
    try {
      const tile = this.#compute(place, block, scratch);
      this.#next++;
      return tile;
    } finally {
      scratch.free();
    }
  }

  /** Computes all remaining tiles. */
  finish() {
    while (this.step() !== undefined);
    return this;
  }

  /** @returns {Tensor} [heads, n_q, d_v], a copy; 0 for queries whose last keys have not been computed yet */
  context() {
    return { shape: [...this.#context.shape], data: this.#context.data.slice() };
  }

  /**
   * @param {Place} place
   * @param {number} block
   * @param {Scratch} scratch
   * @returns {Tile}
   */
  #compute({ head, query, queries, key, keys }, block, scratch) {
    const { exports } = this.#core;
    const { n_q, n_k, d_v } = this.#plan.spec;
    const walk = /** @type {const} */ ([block, this.#plan.data(block), scratch.start]);
    if (key === 0) exports.attention_tile_start(...walk);
    else for (const part of STATE) scratch.write(part, this.#state[part]);
    const before = scratch.read(STATE);
    const skipped = exports.attention_tile_step(...walk) === 0;
    const { scores, allow, exponentials, shares, factor, ...after } = scratch.read(NAMES);
    this.#state = after;
    const change = (/** @type {typeof STATE[number]} */ part) => ({ before: before[part], after: after[part] });
    let context;
    if (key + keys === n_k) {
      const [to, from, sum] = [scratch.at("context"), scratch.at("accumulator"), scratch.at("sum")];
      exports.attention_tile_context(to, from, sum, queries, d_v);
      context = scratch.read(["context"]).context;
      this.#context.data.set(context.data, (head * n_q + query) * d_v);
    }
    return {
      head,
      queries: [query, query + queries],
      keys: [key, key + keys],
      skipped,
      scores,
      allow,
      exponentials,
      shares,
      factor,
      max: change("max"),
      sum: change("sum"),
      accumulator: change("accumulator"),
      context,
    };
  }
}

/**
 * @param {unknown} given
 * @param {number} n_q
 * @param {number} n_k
 */
function readSize(given, n_q, n_k) {
  const object = definedOnly(checkObject(given, "tiles"));
  checkNames(object, ["queries", "keys"], "size of a tile");
  return {
    queries: wholeNumber("tiles.queries", object.queries, 1, n_q),
    keys: wholeNumber("tiles.keys", object.keys, 1, n_k),
  };
}

/** @typedef {{head: number, query: number, queries: number, key: number, keys: number}} Place */

/**
 * @param {number} step
 * @param {{queries: number, keys: number}} size
 * @param {import("./spec/spec.js").ResolvedSpec} spec
 * @returns {Place}
 */
function placeOf(step, size, { n_q, n_k }) {
  const [rows, columns] = [Math.ceil(n_q / size.queries), Math.ceil(n_k / size.keys)];
  const query = (Math.floor(step / columns) % rows) * size.queries;
  const key = (step % columns) * size.keys;
  const [queries, keys] = [Math.min(size.queries, n_q - query), Math.min(size.keys, n_k - key)];
  return { head: Math.floor(step / columns / rows), query, queries, key, keys };
}

/** An attention_tile struct in engine memory and the arrays it points at, allocated for one step. */
class Scratch {
  #memory;
  /** @type {Map<Part, {shape: number[], count: number, address: number}>} */
  #parts = new Map();

  /**
   * @param {import("./memory.js").Memory} memory
   * @param {Place} place
   * @param {number} d_v
   */
  constructor(memory, place, d_v) {
    const sizes = { ...place, d_v };
    let end = alignedBytes(TILE);
    for (const name of NAMES) {
      const shape = PARTS[name].shape.map((dimension) => sizes[dimension]);
      const count = shape.reduce((product, size) => product * size, 1);
      this.#parts.set(name, { shape, count, address: end });
      end += count * 4;
    }
    this.#memory = memory;
    this.start = memory.allocate(end);
    memory.bytes(this.start, end).fill(0);
    const { head, query, queries, key, keys } = place;
    writeStruct(memory, this.start, TILE, { head, query, queries, key, keys });
    for (const name of NAMES) {
      const { member } = PARTS[name];
      if (member) writeStruct(memory, this.start, TILE, { [member]: this.at(name) });
    }
  }

  /** @param {Part} name */
  #part(name) {
    return /** @type {{shape: number[], count: number, address: number}} */ (this.#parts.get(name));
  }

  /** @param {Part} name */
  at(name) {
    return this.start + this.#part(name).address;
  }

  /**
   * @template {Part} P
   * @param {readonly P[]} names
   * @returns {Record<P, Tensor>} copies
   */
  read(names) {
    const entries = names.map((name) => {
      const { shape, count } = this.#part(name);
      return [name, { shape: [...shape], data: this.#memory.floats(this.at(name), count).slice() }];
    });
    return Object.fromEntries(entries);
  }

  /**
   * @param {Part} name
   * @param {Tensor | undefined} tensor
   */
  write(name, tensor) {
    this.#memory.floats(this.at(name), this.#part(name).count).set(tensor?.data ?? []);
  }

  free() {
    this.#memory.free(this.start);
  }
}
