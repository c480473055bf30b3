import { sum, written } from "../../reading.js";
import { lesson } from "../../step.js";

const base = Object.freeze({
  sentence: "The animal cannot cross the road because it is too tired",
  causal: true,
  heads: 1,
  head: 0,
  d_k: 16,
  stage: "masked",
  cell: null,
});
const last = 10;

/** How many words the last one may see. @param {import("../../reading.js").Reading} reading */
const seen = (reading) => reading.row("masked", reading.queries.length - 1).filter((score) => score > -Infinity).length;

/** What the attention weights of the last word add up to. @param {import("../../reading.js").Reading} reading */
const total = (reading) => sum(reading.row("weights", last));

/** Sliding windows, and two kinds of sinks. */
export const windows = lesson({
  id: "windows",
  sources: ["beltagy2020", "xiao2023", "miller2023"],
  steps: [
    {
      id: "window",
      row: last,
      state: base,
      question: { kind: "number", min: 1, max: 11, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const windowed = reading.other({ window: 3 });
        return { answer: seen(windowed), facts: { seen: seen(windowed), before: seen(reading) } };
      },
      reveal: { window: 3 },
    },
    {
      id: "sink",
      row: last,
      state: { ...base, window: 3 },
      question: { kind: "number", min: 1, max: 11, step: 1, tolerance: 0 },
      outcome: (reading) => {
        const sinks = reading.other({ sink_tokens: 1 });
        return { answer: seen(sinks), facts: { seen: seen(sinks), word: reading.keys[0] ?? "" } };
      },
      reveal: { sink_tokens: 1 },
    },
    {
      id: "off-by-one",
      row: last,
      state: { ...base, stage: "weights" },
      question: { kind: "choice", options: ["one", "below", "above"] },
      outcome: (reading) => {
        const sink = reading.other({ softmax_sink: 0 });
        return {
          answer: total(sink) < 0.999 ? "below" : total(sink) > 1.001 ? "above" : "one",
          facts: {
            before: written(total(reading)),
            after: written(total(sink)),
          },
        };
      },
      reveal: { softmax_sink: 0 },
    },
    {
      id: "now-you",
      row: last,
      state: { ...base, softmax_sink: 0, stage: "weights" },
      controls: ["softmax_sink"],
      task: (reading) => ({ done: total(reading) < 0.5, facts: { total: written(total(reading)) } }),
    },
  ],
});
