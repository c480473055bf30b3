import { d } from "./drawing.js";
import { strongest } from "./grid.js";
import { drawingOf } from "./pictures.js";
import { lineInMiniature } from "./line-miniature.js";
import { mixInMiniature } from "./mix-miniature.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {readonly [x: number, y: number]} Point */
/**
 * A picture as a sign for itself, so small that nothing can be read in it: its shapes without words and numbers, and the box around
 * them. isStretched: whether it takes the room that it is given, as bars can, where other shapes keep their proportions.
 * @typedef {{x: number, y: number, width: number, height: number, isStretched: boolean, shapes: readonly Shape[]}} Miniature
 */

/** Lines that go through a whole picture: a miniature is as large as the rest, and cuts them at its edge. */
const through = Object.freeze(["axis", "ruler"]);
/** What is around the shapes, as a part of the longer side. */
const margin = 0.04;

/** Pictures that without their words would be mostly gaps: they are drawn anew. @type {Readonly<Partial<Record<Drawn["picture"]["kind"], (drawn: Drawn) => Miniature>>>} */
const anew = Object.freeze({ line: lineInMiniature, mix: mixInMiniature });
/** Pictures that consist of bars. @type {readonly Drawn["picture"]["kind"][]} */
const ofBars = Object.freeze(["bars", "sampling"]);

/** @param {Drawn} drawn @returns {Miniature} */
export function miniatureOf(drawn) {
  const { kind } = drawn.picture;
  const own = anew[kind];
  if (own) return own(drawn);
  // What was guessed is the reader's: a miniature shows what is so.
  const shapes = drawingOf(drawn)
    .shapes.filter(({ tag, look }) => tag !== "text" && look !== "guess")
    .map(bolder);
  const box = boxAround(shapes.filter(({ look }) => !through.includes(look)).flatMap(pointsOf));
  return { ...box, isStretched: ofBars.includes(kind), shapes };
}

/** Colours need not let numbers be read, and many strokes across a cell would be grey. @param {Shape} shape @returns {Shape} */
function bolder(shape) {
  if (shape.tag === "path" && shape.look === "hatch") {
    const { x, y, width, height } = boxAround(pointsOf(shape), 0);
    return { ...shape, d: d`M${x + width} ${y}L${x} ${y + height}` };
  }
  if (shape.tag !== "rect" || shape.opacity === undefined || !isCell(shape.look)) return shape;
  return { ...shape, opacity: shape.opacity / strongest[shape.look] };
}

/** @param {string} look @returns {look is keyof typeof strongest} */
const isCell = (look) => Object.hasOwn(strongest, look);

/** @param {readonly Point[]} points @param {number} [beside] what is left around them, as a part of the longer side */
function boxAround(points, beside = margin) {
  const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => Number(point[axis]))));
  const [right, bottom] = [0, 1].map((axis) => Math.max(...points.map((point) => Number(point[axis]))));
  const [x = 0, y = 0, wide = 0, tall = 0] = [left, top, Number(right) - Number(left), Number(bottom) - Number(top)];
  const around = beside * Math.max(wide, tall);
  return { x: x - around, y: y - around, width: wide + 2 * around, height: tall + 2 * around };
}

/** Points between which a shape lies. @param {Shape} shape @returns {Point[]} */
function pointsOf(shape) {
  if (shape.tag === "text") return [];
  if (shape.tag === "path") return pointsOfPath(shape.d);
  if (shape.tag === "rect")
    return [
      [shape.x, shape.y],
      [shape.x + shape.width, shape.y + shape.height],
    ];
  const { cx, cy, r } = shape;
  return [
    [cx - r, cy - r],
    [cx + r, cy + r],
  ];
}

/** The ends of a path's lines, and the points that its curves bend to: a curve lies between them. @param {string} path @returns {Point[]} */
function pointsOfPath(path) {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, command = "", numbers = ""]) => {
    const values = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
    const [fromX, fromY] = command === command.toLowerCase() ? [x, y] : [0, 0];
    const kind = command.toLowerCase();
    /** @type {Point[]} */
    const points =
      kind === "h"
        ? values.map((value) => [fromX + value, y])
        : kind === "v"
          ? values.map((value) => [x, fromY + value])
          : pairsOf(values).map(([across, down]) => [fromX + across, fromY + down]);
    [x, y] = points.at(-1) ?? [x, y];
    return points;
  });
}

/** @param {readonly number[]} values @returns {Point[]} */
const pairsOf = (values) =>
  Array.from({ length: values.length / 2 }, (_, at) => [Number(values[2 * at]), Number(values[2 * at + 1])]);
