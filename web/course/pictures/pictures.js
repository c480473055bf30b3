import { arrows } from "./arrows.js";
import { bars } from "./bars.js";
import { clock } from "./clock.js";
import { grid } from "./grid.js";
import { layer } from "./layer.js";
import { lens } from "./lens.js";
import { line } from "./line.js";
import { loss } from "./loss.js";
import { maps } from "./maps.js";
import { mix } from "./mix.js";
import { product } from "./product.js";
import { sampling } from "./sampling.js";
import { spread } from "./spread.js";
import { stack } from "./stack.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Drawing} Drawing */

/** @type {Readonly<Record<Drawn["picture"]["kind"], (drawn: Drawn) => Drawing>>} */
const kinds = Object.freeze({
  arrows,
  bars,
  clock,
  grid,
  layer,
  lens,
  line,
  loss,
  maps,
  mix,
  product,
  sampling,
  spread,
  stack,
});

/** A picture that the course draws from a walk, as a file shows it. @param {Drawn} drawn */
export const drawingOf = (drawn) => kinds[drawn.picture.kind](drawn);

/**
 * What a picture shows of the question of its step.
 * @param {import("../step.js").Step & {picture: Drawn["picture"]}} step
 * @param {Readonly<{guess: string | number | null, given: string | number | null}>} answering
 * @param {import("../step.js").Outcome | null} outcome null before the answer
 * @returns {Pick<Drawn, "picture" | "isHidden" | "guess" | "given" | "cell">}
 */
export const shownOf = ({ picture, question }, { guess, given }, outcome) => ({
  picture,
  isHidden: picture.hides === true && given === null,
  guess: question?.kind === "number" && guess !== null ? Number(guess) : null,
  given,
  cell: question?.kind === "cell" && outcome ? String(outcome.answer) : null,
});
