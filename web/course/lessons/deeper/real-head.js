import { headsOf } from "../../head-maps.js";
import { withHeadsOff } from "../../heads-off.js";
import { largest, percent } from "../../reading.js";
import { inductionRun } from "../../runs.js";
import { lesson } from "../../step.js";

/** @typedef {import("../../reading.js").Reading} Reading */

const model = Object.freeze({
  recipe: /** @type {const} */ ("trained"),
  trained_run: inductionRun,
  sentence: "l e b f i d k c j h a l",
  layer: 2,
  stage: "weights",
  head: 0,
  cell: null,
});

/** The head that looks back one letter. */
const lookingBack = Object.freeze({ layer: 1, head: 1 });

/** The state without that head; the model decides the sizes. */
const without = withHeadsOff({ layer: 2, edits: {}, layer_edits: {}, d_model: 16, d_k: 8, d_v: null }, [lookingBack]);

/** A head as an option names it. @param {{layer: number, head: number}} of */
const optionOf = ({ layer, head }) => `${layer}-${head + 1}`;

/** Real models: find a head, and switch it off. */
export const realHead = lesson({
  id: "real-head",
  sources: ["olsson2022", "elhage2021"],
  steps: [
    {
      id: "find",
      picture: { kind: "maps", hides: true, numbers: (reading) => ({ heads: headsOf(reading) }) },
      state: model,
      question: { kind: "choice", options: ["1-1", "1-2", "2-1", "2-2"] },
      outcome: (reading) => {
        const { maps } = headsOf(reading);
        const at = largest(maps.map(({ back }) => back));
        const of = (/** @type {string | number} */ given) => ({
          got: percent(maps.find((map) => optionOf(map) === given)?.back ?? NaN),
        });
        const { layer = 0, head = 0, back = NaN } = maps[at] ?? {};
        return { answer: optionOf({ layer, head }), facts: { layer, head: head + 1, back: percent(back) }, of };
      },
    },
    {
      id: "off",
      picture: { kind: "maps", numbers: (reading) => ({ heads: headsOf(reading) }) },
      state: model,
      question: { kind: "number", min: 0, max: 12, step: 1, tolerance: 1 },
      outcome: (reading) => {
        const { right } = headsOf(reading.other(without));
        return { answer: right, facts: { right } };
      },
      reveal: without,
    },
    {
      id: "now-you",
      picture: { kind: "maps", switches: true, numbers: (reading) => ({ heads: headsOf(reading) }) },
      state: model,
      checkpoint: true,
      task: (reading) => {
        const { maps, right, texts } = headsOf(reading);
        const off = maps.filter(({ isOff }) => isOff).length;
        return { done: off >= 2 && right >= texts - 1, facts: { off, right } };
      },
    },
  ],
});
