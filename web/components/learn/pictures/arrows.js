import { html, nothing, svg } from "lit";

import { largest, written } from "../../../course/reading.js";
import { changeEdits } from "../../../state/edits.js";
import { dragged, rangeFor, rounded } from "./drag.js";
import { numbersBehind } from "./numbers-behind.js";

/** @typedef {import("./pictures.js").Drawn} Drawn */
/** @typedef {readonly [x: number, y: number]} Point */

const [width, height] = [360, 260];
const centre = /** @type {Point} */ ([170, 150]);
const unit = 60;
/** How far the query can be turned and stretched. */
const reach = 2.4;
const onPicture = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([centre[0] + x * unit, centre[1] - y * unit]);
const coordinates = ([x, y] = /** @type {Point} */ ([0, 0])) =>
  `(${[x, y].map((value) => written(value, 1)).join(", ")})`;

/** From one line of a label to the next, px. */
const line = 16;

/**
 * A word with its coordinates below it.
 * @param {string} word
 * @param {Point} vector
 * @param {{x: number, y: number, kind: string}} place
 */
const label = (word, vector, { x, y, kind }) =>
  svg`<text class="word ${kind}" x=${x} y=${y}>${word} <tspan class="note" x=${x} dy=${line}>${coordinates(vector)}</tspan></text>`;

/** Rows of two numbers. @param {Drawn["view"]} view @param {string} stage @returns {Point[]} */
function pointsOf({ run }, stage) {
  const { data } = run.tensor(stage);
  return Array.from({ length: data.length / 2 }, (_, at) => [Number(data[2 * at]), Number(data[2 * at + 1])]);
}

/** @param {Point} point @param {string} name */
function arrow(point, name) {
  const [x, y] = onPicture(point);
  const angle = Math.atan2(y - centre[1], x - centre[0]);
  const head = [-0.45, 0.45].map((turn) => `${x - 11 * Math.cos(angle + turn)} ${y - 11 * Math.sin(angle + turn)}`);
  return svg`<path class="shaft ${name}" d="M${centre[0]} ${centre[1]}L${x} ${y}" /><path class="tip ${name}" d="M${x} ${y}L${head.join("L")}Z" />`;
}

/** The radius of the ring that one drags the tip by. */
const ring = 13;
/** How wide a label of two coordinates is at most. */
const labelWidth = 90;

/**
 * Where the label of the query stands: away from the upright axis, unless the picture ends there, and off the query's line, which
 * goes on behind the tip.
 * @param {Point} query
 * @param {number} gap from the tip
 */
function besideTip([across, up], gap) {
  const [x, y] = onPicture([across, up]);
  const isStart = across >= 0 ? x + gap + labelWidth <= width : x - gap < labelWidth;
  const isSteep = Math.abs(up) >= Math.abs(across);
  const away = up < 0 ? y + 16 : y - 2 - line;
  const beside = up < 0 ? y - line : y + 6;
  return { x: isStart ? x + gap : x - gap, y: isSteep ? beside : away, kind: `q ${isStart ? "start" : "end"}` };
}

/** Where a key lands on the line of the query. @param {Point} query @param {Point} key @returns {Point} */
function landing([a, b], [x, y]) {
  const along = (a * x + b * y) / (a * a + b * b || 1);
  return [along * a, along * b];
}

/**
 * A query and the keys as arrows. The query's line is a ruler: each key drops onto it; how far along it
 * lands, times the length of the query, is its score.
 * @param {Drawn} drawn
 */
export function arrows({ view, picture, isHidden, patch }) {
  const { t, keys, queries, state } = view;
  const [query = /** @type {Point} */ ([0, 0])] = pointsOf(view, "Q");
  const points = pointsOf(view, "K");
  const scores = Array.from(view.run.tensor("raw").data, Number);
  const best = isHidden ? -1 : largest(scores);
  const set = (/** @type {readonly number[]} */ to) =>
    patch({
      edits: changeEdits(
        state.edits,
        "X",
        to.map((value, column) => ({ place: [0, column], value })),
      ),
    });
  const far = 4 / Math.hypot(...query, 1e-9);
  const ruler = [-far, far].map((times) => onPicture([query[0] * times, query[1] * times]).join(" "));
  const [tipX, tipY] = onPicture(query);
  const names = [t("picture-thing"), t("picture-can-be-tired")];
  return html`
    <svg class="picture" viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <path class="axis" d="M0 ${centre[1]}H${width}M${centre[0]} 0V${height}" />
      <text class="note end" x=${width} y=${centre[1] + 14}>${names[0]} →</text>
      <text class="note end" x=${centre[0] - 6} y="12">${names[1]} ↑</text>
      ${isHidden ? nothing : svg`<path class="ruler" d="M${ruler.join("L")}" />`}
      ${points.map((key, at) => {
        const [x, y] = onPicture(key);
        const [landX, landY] = onPicture(landing(query, key));
        return svg`
          ${arrow(key, `k ${at === best ? "best" : ""}`)}
          ${isHidden ? nothing : svg`<path class="drop ${at === best ? "best" : ""}" d="M${x} ${y}L${landX} ${landY}" /><circle class=${Number(scores[at]) < 0 ? "minus" : "plus"} r="4" cx=${landX} cy=${landY} />`}
          ${label(keys[at] ?? "", key, { x: x + (x < centre[0] ? -4 : 6), y: y + (key[1] < 0 ? 15 : -3 - line), kind: `${x < centre[0] ? "end" : "start"} ${at === best ? "best" : ""}` })}
        `;
      })}
      ${arrow(query, "q")} ${label(queries[0] ?? "", query, besideTip(query, picture.turns ? ring + 5 : 8))}
      ${
        picture.turns
          ? svg`<g class="handle" @pointerdown=${dragged(([x, y]) => set([rounded((x - centre[0]) / unit, -reach, reach), rounded((centre[1] - y) / unit, -reach, reach)]))}>
              <circle class="grip" r="22" cx=${tipX} cy=${tipY} /><circle class="ring" r=${ring} cx=${tipX} cy=${tipY} />
            </g>`
          : nothing
      }
    </svg>
    ${picture.turns ? names.map((name, column) => rangeFor(t("picture-asks-for", { name }), query[column] ?? 0, { min: -reach, max: reach, step: 0.1 }, (value) => set(query.map((old, at) => (at === column ? value : old))))) : nothing}
    ${numbersBehind(t, {
      caption: t("picture-arrows"),
      shown: true,
      columns: [...names, ...(isHidden ? [] : [t("learn-row-scaled")])],
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
    })}
  `;
}
