import { AttentionError } from "./errors.js";

/** ATTENTION_LARGEST_SIZE of c/attention.h. */
const LARGEST_SIZE = 2 ** 20;

/**
 * Describes any value in a few characters, for the "got ..." end of an error message.
 * @param {unknown} value
 * @param {number} [depth] levels of nested arrays to write out
 * @returns {string}
 */
export function show(value, depth = 2) {
  if (Array.isArray(value)) {
    const few = depth === 0 ? [] : value.slice(0, 6).map((item) => show(item, depth - 1));
    return `[${few.join(", ")}${value.length > few.length ? `${depth === 0 ? "" : ", "}…` : ""}]`;
  }
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === "object" && value !== null)
    return value.constructor?.name === "Object" ? "an object" : `a ${value.constructor?.name ?? "bare object"}`;
  if (typeof value === "function") return "a function";
  return String(value);
}

/**
 * Suggests a known name for a misspelt one.
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string} `; did you mean x?`, or "" where no known name is close
 */
export function suggest(name, known) {
  const near = nearestName(name, known);
  return near ? `; did you mean ${near}?` : "";
}

/**
 * What PyTorch, Hugging Face's configurations and well-known models call our fields and inputs.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const OTHER_NAMES = Object.freeze({
  heads: ["num_heads", "n_head", "n_heads", "nhead", "num_attention_heads", "num_query_heads"],
  kv_heads: ["num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_head_kv", "enable_gqa"],
  d_model: ["embed_dim", "hidden_size", "hidden_dim", "n_embd", "model_dim", "dim"],
  d_context: ["kdim", "cross_attention_dim", "encoder_hidden_size"],
  d_k: ["head_dim", "d_head", "dim_head", "head_size", "qk_head_dim"],
  d_v: ["v_head_dim", "value_dim"],
  scale: ["softmax_scale", "scaling"],
  causal: ["is_causal", "is_decoder"],
  window: ["sliding_window", "window_size"],
  softcap: ["attn_logit_softcapping", "logit_cap"],
  dropout: ["dropout_p", "attention_dropout", "attn_pdrop", "attention_probs_dropout_prob"],
  rope_base: ["rope_theta", "rotary_emb_base"],
  position: ["rope_theta", "rotary_emb_base", "position_embedding_type", "pos_encoding"],
  layers: ["num_layers", "n_layer", "n_layers", "num_hidden_layers"],
  vocabulary: ["vocab_size", "num_embeddings"],
  n: ["block_size", "max_position_embeddings", "n_positions", "seq_len", "max_seq_len"],
  norm_epsilon: ["layer_norm_eps", "layer_norm_epsilon", "rms_norm_eps", "norm_eps", "eps"],
  norm_place: ["norm_first", "pre_norm"],
  qk_norm: ["use_qk_norm", "qk_layernorm"],
  residual: ["use_parallel_residual", "parallel_attn"],
  mlp: ["ffn", "feed_forward"],
  activation: ["hidden_act", "hidden_activation", "activation_function", "act_fn"],
  d_ff: ["intermediate_size", "n_inner", "ffn_dim", "dim_feedforward", "hidden_features"],
  lr: ["learning_rate"],
  steps: ["max_steps", "max_iters", "num_steps"],
  X: ["input", "inputs", "hidden_states", "query", "src"],
  C: ["context", "encoder_hidden_states", "memory", "key", "value"],
  Wq: ["q_proj", "q_proj_weight", "query_weight", "in_proj_weight"],
  Wk: ["k_proj", "k_proj_weight", "key_weight"],
  Wv: ["v_proj", "v_proj_weight", "value_weight"],
  Wo: ["o_proj", "out_proj", "out_proj_weight"],
  W_gate: ["gate_proj"],
  W_up: ["up_proj", "c_fc", "fc1", "linear1"],
  W_down: ["down_proj", "fc2", "linear2"],
  norm_1_weight: ["ln_1", "input_layernorm", "norm1"],
  norm_2_weight: ["ln_2", "post_attention_layernorm", "norm2"],
  allow: ["attn_mask", "mask", "src_mask", "tgt_mask"],
  key_valid: ["key_padding_mask", "attention_mask", "src_key_padding_mask"],
});

/** A name without what tells num_heads, num-heads and numHeads apart. @param {string} name */
const plain = (name) =>
  name
    .slice(0, 60)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");

/**
 * The known name of what other libraries call by another one, or at the smallest edit distance from a misspelt one.
 * @param {string} name
 * @param {readonly string[]} known
 * @returns {string | undefined} undefined where none is close
 */
export function nearestName(name, known) {
  const own = Object.keys(OTHER_NAMES).filter((field) =>
    OTHER_NAMES[field]?.some((other) => plain(other) === plain(name)),
  );
  const named = known.find((word) => own.some((field) => plain(field) === plain(word)));
  if (named !== undefined) return named;
  const ranked = known.map((word) => ({ word, edits: editDistance(name, word) })).sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best && best.edits < name.length && best.edits <= Math.max(2, name.length / 3) ? best.word : undefined;
}

/**
 * Levenshtein's edit distance between two names, ignoring case. Only the first 40 characters of `a` are compared.
 * @param {string} a
 * @param {string} b
 */
function editDistance(a, b) {
  const left = a.slice(0, 40).toLowerCase();
  const right = b.toLowerCase();
  let row = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

/**
 * Checks that a value is a plain object. Throws an AttentionError that names it otherwise.
 * @param {unknown} value
 * @param {string} name
 * @param {string} [wanted] what the object looks like, for the message
 * @returns {Record<string, unknown>}
 */
export function checkObject(value, name, wanted = "an object") {
  /* A Map or a Promise has no fields of its own: taken as an object, all it holds would be ignored in silence. */
  if (Object.prototype.toString.call(value) !== "[object Object]") {
    throw new AttentionError(name, `must be ${wanted}, got ${show(value)}`);
  }
  return /** @type {Record<string, unknown>} */ (value);
}

/**
 * Checks that every key of an object is a known name.
 * @param {Record<string, unknown>} object
 * @param {readonly string[]} known
 * @param {string} what
 */
export function checkNames(object, known, what) {
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) {
      throw new AttentionError(name, `unknown ${what}${suggest(name, known)} (known: ${known.join(", ")})`);
    }
  }
}

/**
 * Checks that a value is a whole number from min to max, and returns it.
 * @param {string} field
 * @param {unknown} value
 * @param {number} [min]
 * @param {number} [max]
 * @returns {number}
 */
export function wholeNumber(field, value, min = 1, max = LARGEST_SIZE) {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    throw new AttentionError(field, `must be a whole number from ${min} to ${max}, got ${show(value)}`);
  }
  return value;
}

/**
 * Checks that a value is a seed that torch.manual_seed accepts (64 bits, signed or unsigned), and returns it as a
 * BigInt.
 * @param {string} field
 * @param {unknown} value
 * @returns {bigint}
 */
export function checkSeed(field, value) {
  const seed = typeof value === "bigint" || Number.isSafeInteger(value) ? BigInt(/** @type {bigint} */ (value)) : null;
  if (seed === null || seed < -(2n ** 63n) || seed >= 2n ** 64n) {
    const wanted = "must be a whole number from -2^63 to 2^64 - 1 (a BigInt beyond 2^53)";
    throw new AttentionError(field, `${wanted}, got ${show(value)}`);
  }
  return seed;
}

/**
 * Checks that a value is one of the given words, and returns it.
 * @template {string} Word
 * @param {string} field
 * @param {unknown} value
 * @param {readonly Word[]} words
 * @returns {Word}
 */
export function oneOf(field, value, words) {
  const word = words.find((known) => known === value);
  if (word === undefined) throw new AttentionError(field, `must be one of ${words.join(", ")}, got ${show(value)}`);
  return word;
}

/**
 * Checks that a value is a boolean, and returns it.
 * @param {string} field
 * @param {unknown} value
 */
export function bool(field, value) {
  if (typeof value !== "boolean") throw new AttentionError(field, `must be true or false, got ${show(value)}`);
  return value;
}

/**
 * Checks that a value is a number that stays finite in float32, and returns it.
 * @param {string} field
 * @param {unknown} value
 */
export function finite(field, value) {
  if (typeof value !== "number" || !Number.isFinite(Math.fround(value))) {
    throw new AttentionError(field, `must be a finite number, got ${show(value)}`);
  }
  return value;
}

/**
 * Checks that a value is finite and still above 0 in float32, and returns it.
 * @param {string} field
 * @param {unknown} value
 */
export function positive(field, value) {
  const number = finite(field, value);
  if (!(Math.fround(number) > 0)) throw new AttentionError(field, `must be above 0, got ${show(value)}`);
  return number;
}

/**
 * Makes the error for a name that is not a known one, with a suggestion where one is close.
 * @param {string} field
 * @param {unknown} name
 * @param {readonly string[]} known
 * @returns {AttentionError}
 */
export function unknownName(field, name, known) {
  const hint = suggest(String(name), known);
  return new AttentionError(field, `must be one of ${known.join(", ")}, got ${show(name)}${hint}`);
}

/**
 * Copies an object without the fields that are undefined or null: these count as left out.
 * @param {Record<string, unknown>} object
 */
export function definedOnly(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null));
}
