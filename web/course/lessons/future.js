import { journey } from "../journey.js";
import { isSame, sum, written } from "../reading.js";
import { lesson } from "../step.js";
import { beforeAndAfter } from "../tables.js";

/** The same walk with another row for the last word. @param {import("../reading.js").Reading} reading */
const changed = (reading) => reading.other({ edits: { X: [reading.queries.length - 1, 0, -20] } });

/** Whether the first word's output changes when the last word's row does. @param {import("../reading.js").Reading} reading */
const leaks = (reading) => !isSame(reading.row("output", 0), changed(reading).row("output", 0));

/** The causal mask: before softmax or after it, and how it can leak. */
export const future = lesson({
  id: "future",
  sources: ["vaswani2017"],
  steps: [
    {
      id: "leak",
      state: { ...journey, causal: true, mask_mode: "after_softmax", stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => ({
        answer: leaks(reading) ? "different" : "same",
        facts: { sum: written(sum(reading.row("weights", 0))) },
      }),
      tables: (reading) => {
        const after = changed(reading);
        return [
          beforeAndAfter("weights", reading.row("weights", 0), after.row("weights", 0), reading.keys),
          beforeAndAfter("output", reading.row("output", 0).slice(0, 4), after.row("output", 0).slice(0, 4)),
        ];
      },
      reveal: { cell: { stage: "weights", index: [0, 0, 0] } },
      misconceptions: ["minus-infinity"],
    },
    {
      id: "divided",
      state: { ...journey, causal: true, mask_mode: "after_softmax_renormalised", stage: "weights" },
      question: { kind: "choice", options: ["same", "different"] },
      outcome: (reading) => ({ answer: leaks(reading) ? "different" : "same", facts: {} }),
    },
    {
      id: "now-you",
      state: { ...journey, causal: true, stage: "weights" },
      controls: ["causal", "mask_mode"],
      task: (reading) => ({
        done: reading.state.causal && leaks(reading),
        facts: { causal: String(reading.state.causal) },
      }),
    },
  ],
});
