/** What a model's folder must hold: each mistake is an error that names the file, and the field or tensor. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openModel } from "../../web/checkpoints/model.js";
import { createEngine } from "../../web/engine/index.js";
import { safetensorsIn, safetensorsOf } from "../../web/tensors/safetensors.js";
import { sourceOfBytes } from "../../web/tensors/source.js";
import { bytesOf, filesIn, filesOf } from "../support/checkpoints.js";

const engine = await createEngine();
const encode = (/** @type {unknown} */ value) => new TextEncoder().encode(JSON.stringify(value));
const decode = (/** @type {Uint8Array | undefined} */ bytes) => JSON.parse(new TextDecoder().decode(bytes));

/** Opens a model whose files have been changed. @param {string} name @param {(files: Record<string, Uint8Array>) => void} change */
function opened(name, change) {
  const files = bytesOf(name);
  change(files);
  return () => openModel(filesIn(files), engine);
}

/** Opens a model whose config has other fields; undefined: without the field. @param {string} name @param {Record<string, unknown>} fields */
const configured = (name, fields) =>
  opened(name, (files) => {
    files["config.json"] = encode({ ...decode(files["config.json"]), ...fields });
  });

/** @param {() => unknown} open @param {RegExp} message */
const refuses = (open, message) => assert.throws(open, { name: "AttentionError", message });

/** @type {[string, Record<string, unknown>, RegExp][]} */
const configs = [
  ["gpt2", { model_type: "mamba" }, /^config\.json: model_type: must be one of gpt2, bert, .*, got "mamba"$/],
  ["gpt2", { model_type: undefined }, /^config\.json: model_type: must be one of .*, got undefined$/],
  ["gpt2", { activation_function: "mish" }, /^config\.json: activation_function: must be one of relu, .*, got "mish"$/],
  ["gpt2", { n_embd: undefined }, /^config\.json: n_embd: must be a whole number from 1 to 1048576, got undefined$/],
  ["gpt2", { n_embd: "16" }, /^config\.json: n_embd: must be a whole number .*, got "16"$/],
  ["gpt2", { n_head: 5 }, /^config\.json: n_head: must divide n_embd \(16\), got 5$/],
  ["gpt2", { n_layer: 3 }, /^model\.safetensors: must hold the tensor transformer\.h\.2\.ln_1\.weight, got none$/],
  [
    "gpt2",
    { vocab_size: 44 },
    /^model\.safetensors: must hold transformer\.wte\.weight of the shape \[44, 16\], got \[43, 16\]$/,
  ],
  ["gpt2", { tie_word_embeddings: false }, /^model\.safetensors: must hold the tensor lm_head\.weight, got none$/],
  ["gpt2", { tie_word_embeddings: "yes" }, /^config\.json: tie_word_embeddings: must be true or false, got "yes"$/],
  ["gpt2", { layer_norm_epsilon: 0 }, /^config\.json: layer_norm_epsilon: must be above 0, got 0$/],
  ["gpt2", { add_cross_attention: true }, /^config\.json: add_cross_attention: must be false, .*, got true$/],
  ["gpt2", { quantization_config: {} }, /^config\.json: quantization_config: must not be there/],
  [
    "bert",
    { position_embedding_type: "relative_key" },
    /position_embedding_type: must be "absolute", .*, got "relative_key"$/,
  ],
  [
    "llama",
    { rope_scaling: { rope_type: "dynamic", factor: 2 } },
    /^config\.json: rope_scaling\.rope_type: must be one of default, linear, llama3, yarn, got "dynamic"$/,
  ],
  [
    "llama",
    { rope_scaling: { type: "su", factor: 2 } },
    /^config\.json: rope_scaling\.type: must be one of .*, got "su"$/,
  ],
  [
    "llama",
    { rope_scaling: { type: "linear" } },
    /^config\.json: rope_scaling\.factor: must be a finite number, got undefined$/,
  ],
  ["llama", { rope_scaling: 4 }, /^config\.json: rope_scaling: must be an object or null, got 4$/],
  ["llama", { rope_theta: -1 }, /^config\.json: rope_theta: must be above 0, got -1$/],
  ["llama", { num_key_value_heads: 3 }, /k_proj\.weight of the shape \[12, 16\], got \[8, 16\]$/],
  [
    "llama3",
    { rope_scaling: { type: "linear", factor: 2 } },
    /^config\.json: rope_scaling: must not be beside rope_parameters/,
  ],
  [
    "llama-yarn",
    { rope_parameters: { rope_type: "yarn", factor: 4, truncate: false } },
    /^config\.json: rope_parameters\.truncate: must be true, .*, got false$/,
  ],
  [
    "qwen3",
    { layer_types: ["full_attention"] },
    /^config\.json: layer_types: must be an array of 2 words, one for each layer, got 1$/,
  ],
  [
    "qwen3",
    { layer_types: ["full_attention", "chunked_attention"] },
    /^config\.json: layer_types\[1\]: must be one of .*, got "chunked_attention"$/,
  ],
  [
    "qwen3",
    { use_sliding_window: false },
    /^config\.json: layer_types\[1\]: must be "full_attention", as .* no window/,
  ],
  [
    "llama3",
    { rope_parameters: { rope_type: "default", rope_theta: 1e4, partial_rotary_factor: 0.5 } },
    /^config\.json: rope_parameters\.partial_rotary_factor: must be 1, .*, got 0\.5$/,
  ],
  [
    "gemma3-new",
    { rope_parameters: { rope_type: "default", rope_theta: 1e4 } },
    /^config\.json: rope_parameters\.sliding_attention: must be there, .*, got none$/,
  ],
  ["gemma2", { final_logit_softcapping: -30 }, /^config\.json: final_logit_softcapping: must be above 0, got -30$/],
  [
    "gpt_neox",
    { rotary_pct: 0.4 },
    /^config\.json: rotary_pct: must turn an even number of a head's 8 components, got 0\.4$/,
  ],
  ["gpt_neox", { attention_bias: 0 }, /^config\.json: attention_bias: must be true or false, got 0$/],
  [
    "bloom",
    { apply_residual_connection_post_layernorm: true },
    /^config\.json: apply_residual_connection_post_layernorm: must be false/,
  ],
  [
    "t5",
    { feed_forward_proj: "gated-mish" },
    /^config\.json: feed_forward_proj: must be one of relu, .*, got "gated-mish"$/,
  ],
  ["roberta", { pad_token_id: 63 }, /^config\.json: pad_token_id: must be below \d+, as positions follow it, got 63$/],
  ["t5", { model_type: "\u001b[31m\n" }, /got "\\u001b\[31m\\n"$/],
];

for (const [name, fields, message] of configs)
  test(`${name} with ${JSON.stringify(fields)}: ${message.source}`, () => {
    refuses(configured(name, fields), message);
  });

test("what only the engine refuses in a layer is said of the config", () => {
  const walk = configured("t5", { relative_attention_max_distance: 1 })().walk([1, 2]);
  refuses(() => walk.stream(1), /^config\.json: position\.max_distance: must be a whole number from 2 to \d+, got 1$/);
  walk.free();
});

test("null and a field that is left out are the published default", () => {
  const tied = { tie_word_embeddings: undefined, n_inner: null, layer_norm_epsilon: undefined };
  assert.equal(configured("gpt2", tied)().summary.d_ff, 64);
  const { spec } = configured("llama3", { rms_norm_eps: null })().architecture.layer(0);
  assert.equal(spec.norm_epsilon, 1e-6);
});

test("files that are missing, cut off, or no such files", () => {
  const without = (/** @type {string} */ name, /** @type {string} */ file) =>
    opened(name, (files) => delete files[file]);
  refuses(without("gpt2", "config.json"), /^config\.json: must be in the folder, got no such file$/);
  refuses(
    without("gpt2", "model.safetensors"),
    /^model\.safetensors: must be in the folder, or model\.safetensors\.index\.json, got neither$/,
  );
  refuses(
    without("llama", "model-00002-of-00002.safetensors"),
    /^model-00002-of-00002\.safetensors: must be in the folder, as model\.safetensors\.index\.json says, got no such file$/,
  );
  const put = (/** @type {string} */ name, /** @type {string} */ file, /** @type {unknown} */ value) =>
    opened(name, (files) => {
      files[file] = encode(value);
    });
  refuses(put("gpt2", "config.json", []), /^config\.json: must hold an object, got an array of length 0$/);
  refuses(
    put("gpt2", "model.safetensors", {}),
    /^model\.safetensors: must be a safetensors file, got one that begins otherwise$/,
  );
  refuses(put("llama", "model.safetensors.index.json", { weight_map: 4 }), /must have an object weight_map, got 4$/);
  for (const shard of ["../gpt2/model.safetensors", "/etc/passwd", "a/b.safetensors", "", 4])
    refuses(
      put("llama", "model.safetensors.index.json", { weight_map: { a: shard } }),
      /^model\.safetensors\.index\.json: must name files of the folder that end in \.safetensors, got /,
    );
  refuses(
    put("llama", "model.safetensors.index.json", { weight_map: { "a\u001b": "model-00001-of-00002.safetensors" } }),
    /^model-00001-of-00002\.safetensors: must hold "a\\u001b", as model\.safetensors\.index\.json says, got no such tensor$/,
  );
  refuses(
    opened("gpt2", (files) => {
      files["config.json"] = Uint8Array.of(0x7b, 0xff, 0x7d);
    }),
    /^config\.json: must be a text in UTF-8, got bytes that are none$/,
  );
});

/** A model's tensors as they stand in its file. @param {Record<string, Uint8Array>} files */
function tensorsIn(files) {
  const bytes = files["model.safetensors"] ?? new Uint8Array();
  const found = safetensorsIn(sourceOfBytes("a", bytes));
  return Object.fromEntries([...found].map(([name, { shape, read }]) => [name, { shape, data: read() }]));
}

test("a tensor that is missing, of another shape or type, and prefixes that are mixed", () => {
  const changed = (/** @type {(tensors: ReturnType<typeof tensorsIn>) => void} */ change) =>
    opened("gpt2", (files) => {
      const tensors = tensorsIn(files);
      change(tensors);
      files["model.safetensors"] = safetensorsOf(tensors);
    });
  refuses(
    changed((tensors) => delete tensors["transformer.h.1.attn.c_proj.bias"]),
    /^model\.safetensors: must hold the tensor transformer\.h\.1\.attn\.c_proj\.bias, got none$/,
  );
  refuses(
    changed((tensors) => {
      tensors["transformer.ln_f.weight"] = { shape: [4, 4], data: new Float32Array(16) };
    }),
    /^model\.safetensors: must hold transformer\.ln_f\.weight of the shape \[16\], got \[4, 4\]$/,
  );
  refuses(
    changed((tensors) => {
      delete tensors["transformer.h.0.attn.c_attn.weight"];
    }),
    /must hold the tensor transformer\.h\.0\.attn\.c_attn\.weight or h\.0\.attn\.c_attn\.weight, got none$/,
  );
  refuses(
    opened("gpt2", (files) => {
      const text = new TextDecoder("latin1").decode(files["model.safetensors"]);
      const renamed = text.replace(
        '"transformer.ln_f.weight":{"dtype":"F32"',
        '"transformer.ln_f.weight":{"dtype":"I32"',
      );
      files["model.safetensors"] = Uint8Array.from(renamed, (sign) => sign.charCodeAt(0));
    }),
    /^model\.safetensors: must hold transformer\.ln_f\.weight as one of F32, F16, BF16, got I32$/,
  );
});

test("only the bytes of headers are read when a model is opened, and of a layer only its own when it is walked", () => {
  const files = bytesOf("llama");
  let read = 0;
  const watched = filesIn(files);
  const model = openModel(
    {
      find(name) {
        const source = watched.find(name);
        return (
          source && {
            ...source,
            read(begin, end) {
              read += name.endsWith(".safetensors") ? end - begin : 0;
              return source.read(begin, end);
            },
          }
        );
      },
    },
    engine,
  );
  const headers = ["model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"].map((name) => {
    const bytes = files[name] ?? new Uint8Array();
    return 9 + 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true); // the first bytes are read twice
  });
  assert.equal(
    read,
    headers.reduce((sum, bytes) => sum + bytes, 0),
  );
  read = 0;
  const walk = model.walk([3, 4, 3]);
  assert.equal(read, 3 * 16 * 4);
  read = 0;
  const layer = 4 * (2 * 16 * 16 + 2 * 16 * 8 + 3 * 16 * 24 + 2 * 16);
  walk.run(0);
  assert.equal(read, layer);
  walk.tensor("V", 1);
  assert.equal(read, 2 * layer);
  walk.tensor("weights", 0);
  walk.tensor("mlp_hidden", 1);
  assert.equal(read, 2 * layer, "both runs are kept");
  walk.free();
});

test("a walk that is freed gives its memory back, and only the last runs are kept", () => {
  const before = engine.memoryUsed;
  const walk = openModel(filesOf("gemma3"), engine).walk([1, 2, 3, 4]);
  walk.run(0);
  const one = engine.memoryUsed - before;
  walk.stream(3);
  assert.equal(walk.walked, 3);
  assert.equal(engine.memoryUsed - before, 2 * one);
  walk.free();
  assert.equal(engine.memoryUsed, before);
});
