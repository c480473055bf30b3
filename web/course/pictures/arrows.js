import { freePlace, onTwoLines } from "../../figures/layout/free-label.js";
import { estimateWidth } from "../../figures/text.js";
import { largest, written } from "../reading.js";
import { circle, d, numbersOf, path, text, textSize, width } from "./drawing.js";

/** @typedef {import("./drawing.js").Drawn} Drawn */
/** @typedef {import("./drawing.js").Shape} Shape */
/** @typedef {readonly [x: number, y: number]} Point */

const height = 272;
const centre = /** @type {Point} */ ([170, 136]);
const unit = 50;
/** The radius of the ring that one drags the tip by. */
export const ring = 13;

/** Where a point is in the picture. @param {Point} point @returns {Point} */
const onPicture = ([x, y]) => [centre[0] + x * unit, centre[1] - y * unit];

/** The point at a place in the picture. @param {Point} place @returns {Point} */
export const atPlace = ([x, y]) => [(x - centre[0]) / unit, (centre[1] - y) / unit];

/** What the query is. @param {Drawn["view"]} view @returns {Point} */
export const queryOf = (view) => pointsOf(view, "Q")[0] ?? [0, 0];

/** Where the tip of the query is in the picture. @param {Drawn["view"]} view */
export const tipOf = (view) => onPicture(queryOf(view));

/** What the two columns are named. @param {Drawn["view"]} view */
export const columnsOf = ({ t }) => [t("picture-thing"), t("picture-can-be-tired")];

/** Rows of two numbers. @param {Drawn["view"]} view @param {string} stage @returns {Point[]} */
function pointsOf(view, stage) {
  const data = numbersOf(view, stage);
  return Array.from({ length: data.length / 2 }, (_, at) => [Number(data[2 * at]), Number(data[2 * at + 1])]);
}

/**
 * A word with its coordinates below it.
 * @param {string} word
 * @param {Point} vector
 * @param {import("../../figures/layout/free-label.js").Place} place
 * @param {"word" | "best" | "query"} look
 * @returns {Shape[]}
 */
const label = (word, vector, { x, y, side }, look) => [
  text(look, word, x, y, side),
  text("note", coordinates(vector), x, y + onTwoLines, side),
];

/** @param {Point} vector */
const coordinates = (vector) => `(${vector.map((value) => written(value, 1)).join(", ")})`;

/** @param {Point} point @param {"q" | "k"} name @returns {Shape[]} */
function arrow(point, name) {
  const [x, y] = onPicture(point);
  const angle = Math.atan2(y - centre[1], x - centre[0]);
  const [left, right] = [-0.45, 0.45].map(
    (turn) => d`${x - 11 * Math.cos(angle + turn)} ${y - 11 * Math.sin(angle + turn)}`,
  );
  return [
    path(`shaft-${name}`, d`M${centre[0]} ${centre[1]}L${x} ${y}`),
    path(`tip-${name}`, d`M${x} ${y}L${left ?? ""}L${right ?? ""}Z`),
  ];
}

/** Where the names of the two columns stand, at the ends of the axes. */
const namesAt = /** @type {const} */ ([
  { x: width, y: centre[1] + 14, side: "end" },
  { x: centre[0] - 6, y: 12, side: "end" },
]);

/**
 * Where the label of a key stands while the query can be turned: above or below the ring at the query's tip where that would cover it.
 * @param {Point} key
 * @param {string} word
 * @param {Point} tip of the query, in the picture
 * @returns {import("../../figures/layout/free-label.js").Place}
 */
function clearOfRing(key, word, [tipX, tipY]) {
  const place = beyondTip(key);
  const long = Math.max(...[word, coordinates(key)].map((line) => estimateWidth(line, textSize)));
  const from = place.side === "end" ? place.x - long : place.x;
  const [top, bottom] = [place.y - textSize, place.y + onTwoLines + 4];
  const apart = Math.hypot(Math.max(from - tipX, 0, tipX - from - long), Math.max(top - tipY, 0, tipY - bottom));
  if (apart > ring + 1) return place;
  const [over, under] = [tipY - ring - 6 - onTwoLines, tipY + ring + 2 + textSize];
  const isUnder = key[1] < 0 ? under + onTwoLines + 4 <= height : over < textSize;
  return { ...place, y: isUnder ? under : over };
}

/** Where the label of a key stands: beyond its tip. @param {Point} key @returns {import("../../figures/layout/free-label.js").Place} */
function beyondTip(key) {
  const [x, y] = onPicture(key);
  const isEnd = x < centre[0];
  return { x: x + (isEnd ? -4 : 6), y: key[1] < 0 ? y + 15 : y - 3 - onTwoLines, side: isEnd ? "end" : "start" };
}

/** Where the line of the query leaves the picture. @param {Point} query @param {number} sign 1: behind its tip, -1: on the other side @returns {Point} */
function edgeAlong([across, up], sign) {
  const [dx, dy] = [across * sign, -up * sign];
  const [x, y] = centre;
  const toSide = dx === 0 ? Infinity : ((dx > 0 ? width : 0) - x) / dx;
  const toEnd = dy === 0 ? Infinity : ((dy > 0 ? height : 0) - y) / dy;
  const times = Math.min(toSide, toEnd);
  return times === Infinity ? centre : [x + times * dx, y + times * dy];
}

/** Where a key lands on the line of the query. @param {Point} query @param {Point} key @returns {Point} */
function landing([a, b], [x, y]) {
  const along = (a * x + b * y) / (a * a + b * b || 1);
  return [along * a, along * b];
}

/**
 * A query and the keys as arrows. Where they drop, the query's line is a ruler: how far along it a key lands, times the length of
 * the query, is its score.
 * @param {Drawn} drawn
 * @returns {import("./drawing.js").Drawing}
 */
export function arrows({ view, picture, isHidden }) {
  const { t, keys, queries } = view;
  const query = queryOf(view);
  const points = pointsOf(view, "K");
  const scores = numbersOf(view, "raw");
  const best = picture.best && !isHidden ? largest(scores) : -1;
  const drops = picture.drops === true;
  const labelsAt = points.map((key, at) =>
    picture.turns ? clearOfRing(key, keys[at] ?? "", onPicture(query)) : beyondTip(key),
  );
  const around = { width, height, centre, places: [...namesAt, ...labelsAt], tips: points.map(onPicture) };
  const [from, to] = [-1, 1].map((sign) => edgeAlong(query, sign));
  const [across = "", upward = ""] = columnsOf(view);
  const keyOf = (/** @type {Point} */ key, /** @type {number} */ at) => {
    const [x, y] = onPicture(key);
    const [landX, landY] = onPicture(landing(query, key));
    const isBest = at === best;
    const drop = !drops
      ? []
      : [
          path(isBest ? "drop-best" : "drop", d`M${x} ${y}L${landX} ${landY}`),
          circle(Number(scores[at]) < 0 ? "minus" : "plus", landX, landY, 4),
        ];
    return [
      ...arrow(key, "k"),
      ...drop,
      ...label(keys[at] ?? "", key, labelsAt[at] ?? beyondTip(key), isBest ? "best" : "word"),
    ];
  };
  return {
    width,
    height,
    shapes: [
      path("axis", d`M0 ${centre[1]}H${width}M${centre[0]} 0V${height}`),
      text("note", `${across} →`, namesAt[0].x, namesAt[0].y, namesAt[0].side),
      text("note", `${upward} ↑`, namesAt[1].x, namesAt[1].y, namesAt[1].side),
      ...(!drops || !from || !to ? [] : [path("ruler", d`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`)]),
      ...points.flatMap(keyOf),
      ...arrow(query, "q"),
      ...label(queries[0] ?? "", query, freePlace(onPicture(query), picture.turns ? ring + 5 : 8, around), "query"),
    ],
    behind: {
      caption: t("picture-arrows"),
      columns: [across, upward, ...(isHidden ? [] : [t("learn-row-scaled")])],
      rows: [
        {
          word: t("picture-asks", { word: queries[0] ?? "" }),
          values: query.map((value) => written(value, 1)).concat(isHidden ? [] : [""]),
        },
        ...keys.map((word, at) => ({
          word,
          values: [...(points[at] ?? []), ...(isHidden ? [] : [Number(scores[at])])].map((value) => written(value, 1)),
        })),
      ],
    },
  };
}
