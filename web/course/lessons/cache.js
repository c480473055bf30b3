import { isSame, sum } from "../reading.js";
import { lesson } from "../step.js";
import { beforeAndAfter } from "../tables.js";

const base = Object.freeze({
  sentence: "Your journey starts with one",
  causal: true,
  heads: 4,
  head: 0,
  d_k: 4,
  d_model: 16,
  cell: null,
});
const longer = "Your journey starts with one step";

/** Bytes of the keys and values of one layer, in float32. @param {import("../reading.js").Reading} reading */
const bytes = (reading) => 4 * (reading.tensor("K").data.length + reading.tensor("V").data.length);

/** How many words the prompt has: they are given, and the model writes the rest. */
const prompt = 3;

/** How many rows of K a walk has from which each further word is written: those of all words before it. @param {import("../reading.js").Reading} reading */
const rowsOfK = (reading) =>
  reading.keys.slice(prompt).map((_, more) => {
    const words = reading.keys.slice(0, prompt + more);
    return Number(
      reading
        .other({ sentence: words.join(" ") })
        .tensor("K")
        .shape.at(-2),
    );
  });

/** Whether a number of a stage's first row goes into any later row. @param {import("../reading.js").Reading} reading @param {string} stage */
const isUsedLater = (reading, stage) => reading.uses(stage, [0, 0, 0]).some(({ row }) => row > 0);

/** Writing one token at a time: what can be kept. */
export const cache = lesson({
  id: "cache",
  sources: ["shazeer2019", "ainslie2023"],
  steps: [
    {
      id: "old-rows",
      state: { ...base, stage: "K" },
      question: { kind: "choice", options: ["none", "all"] },
      outcome: (reading) => {
        const next = reading.other({ sentence: longer });
        const isKept = reading.keys.every((_, row) => isSame(reading.row("K", row), next.row("K", row)));
        return { answer: isKept ? "none" : "all", facts: { rows: reading.keys.length } };
      },
      tables: (reading) => {
        const first = (/** @type {import("../reading.js").Reading} */ read) =>
          reading.keys.map((_, row) => read.at("K", row, 0));
        return [beforeAndAfter("table", first(reading), first(reading.other({ sentence: longer })), reading.keys)];
      },
      reveal: { sentence: longer },
    },
    {
      id: "not-queries",
      state: { ...base, sentence: longer, stage: "Q" },
      question: { kind: "choice", options: ["keys-values", "all-three", "queries"] },
      outcome: (reading) => {
        const [q, k, v] = ["Q", "K", "V"].map((stage) => isUsedLater(reading, stage));
        return { answer: !q && k && v ? "keys-values" : q && k && v ? "all-three" : "queries", facts: {} };
      },
      reveal: { stage: "K", cell: { stage: "K", index: [0, 0, 0] } },
    },
    {
      id: "watch",
      sentence: true,
      state: { ...base, heads: 1, sentence: longer, experiment: "cache", prefill: prompt, cache_step: 0 },
      experiment: "cache",
      brief: true,
      question: { kind: "number", min: 3, max: 24, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const rows = rowsOfK(reading);
        return { answer: sum(rows), facts: { rows: rows.join(" + "), all: sum(rows), kept: Number(rows.at(-1)) } };
      },
      tables: (reading) => {
        const rows = rowsOfK(reading);
        return [
          {
            id: "table",
            digits: 0,
            columns: reading.keys.slice(prompt),
            rows: [
              { name: "without-cache", values: rows },
              { name: "with-cache", values: rows.map((count, at) => count - (rows[at - 1] ?? 0)) },
            ],
          },
        ];
      },
      misconceptions: ["prefill-mask", "cache-per-token"],
    },
    {
      id: "shared",
      heads: true,
      state: { ...base, sentence: longer, stage: "K", head: "all" },
      facts: (reading) => ({ bytes: bytes(reading) }),
      question: { kind: "number", min: 0, max: 1024, step: 64, tolerance: 0 },
      outcome: (reading) => {
        const shared = reading.other({ kv_heads: 1 });
        return { answer: bytes(shared), facts: { after: bytes(shared) } };
      },
      reveal: { kv_heads: 1 },
      misconceptions: ["shared-width"],
    },
    {
      id: "now-you",
      heads: true,
      state: { ...base, sentence: longer, stage: "K", head: "all" },
      controls: ["kv_heads", "d_k", "heads"],
      task: (reading) => ({
        done: bytes(reading) === 384 && reading.state.heads === 4 && reading.state.d_k === 4,
        facts: { bytes: bytes(reading), heads: reading.state.heads, width: reading.state.d_k },
      }),
    },
  ],
});
