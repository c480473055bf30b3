/** Tokenizers of the families' kinds, cut by hand; and damaged ones: each cuts a text and names its tokens, or is refused with an AttentionError that names the file. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";

import { openTokenizer } from "../../web/checkpoints/tokenizer.js";
import { AttentionError } from "../../web/engine/errors.js";
import { byteLevel } from "../support/checkpoints.js";

/** How many are tried. */
const count = 2000;
const texts = ["low lower", "", "🦊 \u0000 Zwölf"];

/** Every place in a value of JSON. @param {unknown} json @returns {string[][]} */
const pathsIn = (json) =>
  typeof json !== "object" || json === null
    ? []
    : Object.entries(json).flatMap(([key, value]) => [[key], ...pathsIn(value).map((path) => [key, ...path])]);

const damage = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "take out", "beside"),
  name: fc.constantFrom("__proto__", "toString", "pattern", "vocab"),
  value: fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      "ByteLevel",
      "Split",
      "Sequence",
      "BPE",
      "Unigram",
      "WordPiece",
      "Metaspace",
      "NFC",
      "",
      "(",
      -1,
      1e21,
    ),
    fc.constant({ type: "Split", pattern: { Regex: "[" }, behavior: "Isolated", invert: false }),
  ),
});

/** @param {any} json @param {typeof damage extends fc.Arbitrary<infer T> ? T : never} one */
function damaged(json, { at, how, name, value }) {
  const paths = pathsIn(json);
  const path = paths[at % paths.length] ?? [];
  const parent = path.slice(0, -1).reduce((object, key) => object[key], json);
  const key = path.at(-1) ?? "";
  if (how === "take out") delete parent[key];
  else
    Object.defineProperty(parent, how === "replace" ? key : name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return JSON.parse(JSON.stringify(json));
}

/** @param {any} json @param {unknown} [config] @returns {Promise<"cuts" | "refused">} */
async function outcome(json, config = undefined) {
  try {
    const files = { "tokenizer.json": json, "tokenizer_config.json": config };
    const tokenizer = await openTokenizer({ json: (name) => files[/** @type {keyof typeof files} */ (name)] });
    for (const text of texts) {
      const ids = tokenizer?.encode(text) ?? [];
      assert.ok(Array.isArray(ids), "tokens are a list");
      for (const id of ids) assert.equal(typeof tokenizer?.decode(id), "string");
    }
    return "cuts";
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    assert.equal(error.field, "tokenizer.json");
    return "refused";
  }
}

/** @param {string[]} contents @param {number} first id */
const special = (contents, first) =>
  contents.map((content, at) => ({
    id: first + at,
    content,
    special: true,
    normalized: false,
    single_word: false,
    lstrip: false,
    rstrip: false,
  }));

/** Special tokens around a text. @param {Record<string, number>} ids @param {string[]} before @param {string[]} behind */
const around = (ids, before, behind) => ({
  type: "TemplateProcessing",
  single: [
    ...before.map((id) => ({ SpecialToken: { id, type_id: 0 } })),
    { Sequence: { id: "A", type_id: 0 } },
    ...behind.map((id) => ({ SpecialToken: { id, type_id: 0 } })),
  ],
  pair: [],
  special_tokens: Object.fromEntries(Object.entries(ids).map(([id, at]) => [id, { id, ids: [at], tokens: [id] }])),
});

/** The tokens of a text: ids, and what each is called. @param {object} json @param {string} text */
async function cut(json, text) {
  const tokenizer = await openTokenizer({ json: (name) => (name === "tokenizer.json" ? json : undefined) });
  return tokenizer?.encode(text).map((id) => [id, tokenizer.decode(id)]);
}

test("WordPiece, as BERT has it: lower case, the longest pieces first, the model's own tokens around the text and in it", async () => {
  const words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "low", "##er", "##est", "un", "##low"];
  const tokenizer = {
    added_tokens: special(words.slice(0, 5), 0),
    normalizer: { type: "BertNormalizer", clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: around({ "[CLS]": 2, "[SEP]": 3 }, ["[CLS]"], ["[SEP]"]),
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  };
  assert.deepEqual(await cut(tokenizer, "Low LOWEST [MASK] zz unlower"), [
    [2, "[CLS]"],
    [5, "low"],
    [5, "low"],
    [7, "##est"],
    [4, "[MASK]"],
    [1, "[UNK]"],
    [8, "un"],
    [9, "##low"],
    [6, "##er"],
    [3, "[SEP]"],
  ]);
});

test("Unigram, as T5 has it: the pieces whose probabilities multiply to the most, and the token that ends a text", async () => {
  const pieces = [
    ["<unk>", 0],
    ["</s>", 0],
    ["▁low", -1],
    ["▁lower", -3],
    ["er", -1.5],
    ["▁", -2],
    ["w", -4],
    ["o", -4],
    ["l", -4],
  ];
  const tokenizer = {
    added_tokens: special(["</s>"], 1),
    normalizer: null,
    pre_tokenizer: { type: "Metaspace", replacement: "▁", add_prefix_space: true, prepend_scheme: "always" },
    post_processor: around({ "</s>": 1 }, [], ["</s>"]),
    decoder: { type: "Metaspace", replacement: "▁", add_prefix_space: true },
    model: { type: "Unigram", unk_id: 0, vocab: pieces },
  };
  /* -1 and -1.5 are more than -3, the whole word; "wol" has no piece of its own. */
  assert.deepEqual(
    (await cut(tokenizer, "low lower wol"))?.map(([id]) => id),
    [2, 2, 4, 5, 6, 7, 8, 1],
  );
});

/** Decoders of SentencePiece's pieces: T5's, Llama's and Gemma's. @type {[string, object][]} */
const metaspaces = [
  ["T5", { type: "Metaspace", replacement: "▁", add_prefix_space: true }],
  [
    "Llama",
    {
      type: "Sequence",
      decoders: [
        { type: "Replace", pattern: { String: "▁" }, content: " " },
        { type: "ByteFallback" },
        { type: "Fuse" },
        { type: "Strip", content: " ", start: 1, stop: 0 },
      ],
    },
  ],
  [
    "Gemma",
    {
      type: "Sequence",
      decoders: [
        { type: "Replace", pattern: { String: "▁" }, content: " " },
        { type: "ByteFallback" },
        { type: "Fuse" },
      ],
    },
  ],
];

for (const [family, decoder] of metaspaces)
  test(`a SentencePiece token is read as after others, with the space before a word: ${family}`, async () => {
    const pieces = ["<unk>", "▁low", "er", "▁", "▁▁", "lo▁", "<0x41>", "<s>"];
    const tokenizer = {
      added_tokens: special(["<s>"], 7),
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder,
      model: { type: "Unigram", unk_id: 0, vocab: pieces.map((piece) => [piece, -1]) },
    };
    const opened = await openTokenizer({ json: (name) => (name === "tokenizer.json" ? tokenizer : undefined) });
    const byte = family === "T5" ? "<0x41>" : "A";
    assert.deepEqual(
      pieces.map((_, id) => opened?.decode(id)),
      ["<unk>", " low", "er", " ", "  ", "lo ", byte, "<s>"],
    );
  });

test(`${count.toLocaleString("en")} damaged tokenizers each cut texts or are refused by name`, async () => {
  const found = { cuts: 0, refused: 0 };
  const one = fc.asyncProperty(damage, async (change) => {
    found[await outcome(damaged(byteLevel(20), change))]++;
  });
  await fc.assert(one, { numRuns: count, seed: 11, endOnFailure: true });
  assert.ok(found.cuts > 100 && found.refused > 100, JSON.stringify(found));
});

test("500 damaged configs of a tokenizer, and JSON a hundred thousand deep, are each read or refused by name", async () => {
  const config = {
    tokenizer_class: "LlamaTokenizer",
    add_bos_token: true,
    bos_token: { content: "<s>", lstrip: false, normalized: true, rstrip: false, single_word: false },
    unk_token: "<unk>",
    clean_up_tokenization_spaces: true,
    model_max_length: 2048,
    added_tokens_decoder: { 0: { content: "<unk>", special: true }, 1: { content: "<s>", special: true } },
  };
  let cuts = 0;
  const one = fc.asyncProperty(damage, async (change) => {
    const found = await outcome(byteLevel(20), damaged(JSON.parse(JSON.stringify(config)), change));
    if (found === "cuts") cuts++;
  });
  await fc.assert(one, { numRuns: 500, seed: 11, endOnFailure: true });
  assert.ok(cuts > 100, `${cuts}`);
  const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  for (const field of ["model", "normalizer", "pre_tokenizer", "decoder", "added_tokens"])
    await outcome({ ...byteLevel(20), [field]: deep });
  await outcome(byteLevel(20), deep);
});
