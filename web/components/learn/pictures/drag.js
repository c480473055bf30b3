import { html } from "lit";

import { written } from "../../../course/reading.js";
import { eventValue } from "../../fields/event-value.js";

/** A number as it is dragged: to one digit after the point, within its limits. @param {number} value @param {number} min @param {number} max */
export const rounded = (value, min, max) => Math.min(max, Math.max(min, Math.round(value * 10) / 10));

/**
 * A listener of "pointerdown" that follows the pointer until it is up, in the coordinates of the picture.
 * @param {(at: [x: number, y: number]) => void} move
 */
export const dragged = (move) => (/** @type {PointerEvent} */ event) => {
  const target = /** @type {SVGGraphicsElement} */ (event.currentTarget);
  const picture = /** @type {SVGSVGElement} */ (target.ownerSVGElement);
  const follow = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const matrix = picture.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    move([x, y]);
  };
  const over = new AbortController();
  event.preventDefault();
  picture.setPointerCapture(event.pointerId);
  picture.addEventListener("pointermove", follow, { signal: over.signal });
  for (const end of ["pointerup", "pointercancel"])
    picture.addEventListener(end, () => over.abort(), { signal: over.signal });
};

/** A listener of "touchstart": the finger drags, in every browser, and does not scroll. @param {TouchEvent} event */
export const held = (event) => event.preventDefault();

/**
 * A slider as wide as the picture: the same as dragging, for keys and fingers.
 * @param {string} name
 * @param {number} value
 * @param {{min: number, max: number, step: number, digits?: number}} range digits: after the point
 * @param {(value: number) => void} set
 */
export const rangeFor = (name, value, { min, max, step, digits = 1 }, set) =>
  html`<label class="range">
    <span>${name}</span>
    <input
      type="range"
      min=${min}
      max=${max}
      step=${step}
      .value=${String(value)}
      @input=${(/** @type {Event} */ event) => set(Number(eventValue(event)))}
    />
    <output aria-live="off">${written(value, digits)}</output>
  </label>`;
