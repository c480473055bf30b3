import { html } from "lit";

import { sampling as drawingOf } from "../../../course/pictures/sampling.js";
import { rangeFor } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";
import { pictureSvg } from "./shapes.js";

/** @typedef {NonNullable<import("../../../course/step.js").Picture["settings"]>[number]} Setting */

/** The sliders of the settings. @type {Readonly<Record<Setting, {min: number, max: number, step: number, digits: number}>>} */
const ranges = {
  sampling_temperature: { min: 0, max: 4, step: 0.1, digits: 1 },
  sampling_top_k: { min: 1, max: 10, step: 1, digits: 0 },
  sampling_top_p: { min: 0.05, max: 1, step: 0.05, digits: 2 },
};

/**
 * The words that may come next, and sliders for the settings by which one is drawn.
 * @param {import("./pictures.js").Drawn} drawn
 */
export function sampling(drawn) {
  const { view, picture, patch } = drawn;
  const { t, state } = view;
  const drawing = drawingOf(drawn);
  return html`
    ${pictureSvg(drawing)}
    ${(picture.settings ?? []).map((field) =>
      rangeFor(t(`picture-${field}`), Number(state[field] ?? ranges[field].max), ranges[field], (value) =>
        patch({ [field]: Number(value.toFixed(2)) }),
      ),
    )}
    ${numbersBehind(t, drawing.behind)}
  `;
}
