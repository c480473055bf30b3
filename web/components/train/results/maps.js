import { css, html, nothing } from "lit";

import { attentionMapsScene } from "../../../figures/scene/attention-maps.js";
import { asksForNext } from "../../../training/patterns.js";
import { embedButton } from "../../embed-button.js";
import "./map-picture.js";
import { phone } from "../../styles.js";
import { maxBytes } from "../training-run.js";
import { writingOf } from "../../../training/tasks.js";

/** @typedef {import("../training-run.js").TrainingRun} TrainingRun */
/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../figures/scene/attention-maps.js").AttentionMap} AttentionMap */

/** The styles of the maps. */
export const mapStyles = css`
  .maps h2 {
    font-size: 1rem;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    gap: var(--space-4) var(--space-12);
    justify-content: space-between;
    align-items: center;
    margin-bottom: var(--space-8);
  }
  .maps .sides {
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr));
  }
  .maps details {
    flex: 1 1 12rem;
    margin: 0;
  }
  .open {
    min-height: 32px;
    padding: var(--space-2) var(--space-12);
    font-size: var(--small);
  }
  .maps figcaption {
    font-weight: 600;
  }
  .gallery {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: var(--space-8);
    margin-bottom: var(--space-4);
  }
  .gallery button {
    padding: var(--space-6);
    border-radius: var(--radius);
    font-size: var(--small);
    line-height: 1.3;
  }
  @media ${phone} {
    .maps .sides {
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 9rem), 1fr)); /* two runs stand side by side here too */
      gap: var(--space-8);
    }
    .gallery {
      grid-template-columns: repeat(auto-fill, minmax(40px, 1fr));
      gap: var(--space-6);
    }
    .gallery button {
      min-height: 44px;
      padding: var(--space-2);
    }
  }
`;

/** More maps than this would not be seen at once: then all are small, and one of them is drawn large. */
const most = 4;
/** On a phone two maps with so many columns stand side by side; with more, each would take a screen of its own. */
const columnsBeside = 8;

/**
 * The attention maps of the fixed example at one step of the run; beside them those of the second run.
 * @param {Translate} t
 * @param {{run: TrainingRun, other: TrainingRun | null, at: number, isLatest: boolean, theme: "light" | "dark",
 *   variant: string, inWords: boolean, isPhone: boolean, picked: number | null, openLayer: (layer: number) => void,
 *   stateOf: (layer: number) => import("../../../state/state.js").State | null, unfold: (inWords: boolean) => void, pick: (picked: number | null) => void}} shown
 *   at: index of the snapshot; inWords: whether it is also said in words where positions look most; picked: index of the
 *   map that is drawn large where there are many
 */
export function mapsFigure(t, shown) {
  const { run, other, at, isPhone, variant } = shown;
  const facts = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  return html`<section class="maps" aria-labelledby="maps">
    <div class="head">
      <div>
        <h2 id="maps" tabindex="-1">${mapsTitle(t, facts)}</h2>
        <p class="example small muted">${exampleText(facts)}</p>
      </div>
      ${isPhone ? nothing : openButtons(t, shown)}
    </div>
    <div class="sides">
      <figure>
        ${other ? html`<figcaption>${t("train-side-own")}</figcaption>` : nothing} ${mapsOf(t, run, at, shown)}
      </figure>
      ${
        other?.facts && other.snapshots.length > 0
          ? html`<figure class="other">
              <figcaption>${t("train-side-other", { what: variant })}</figcaption>
              ${mapsOf(t, other, indexOfOther(other, shown), shown)}
            </figure>`
          : nothing
      }
    </div>
    ${
      run.recorded > run.snapshots.length
        ? html`<p class="small muted thinned">
            ${t("train-thinned", { kept: run.snapshots.length, recorded: run.recorded, megabytes: maxBytes / 2 ** 20 })}
          </p>`
        : nothing
    }
    ${isPhone ? nothing : mapsAside(t, shown)}
  </section>`;
}

/**
 * Buttons that open a layer in Explore.
 * @param {Translate} t
 * @param {Pick<Parameters<typeof mapsFigure>[1], "run" | "at" | "isLatest" | "openLayer">} shown
 */
function openButtons(t, { run, at, isLatest, openLayer }) {
  const { layers } = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  return html`<span class="row">
    ${layers.map(
      (_, layer) =>
        html`<button class="open" data-layer=${layer} @click=${() => openLayer(layer)}>
          ${layers.length > 1 ? t("train-open-layer", { layer: layer + 1 }) : t("train-open")}
          ${isLatest ? nothing : t("train-open-step", { step: run.snapshots[at]?.step ?? 0 })}
        </button>`,
    )}
  </span>`;
}

/**
 * What the maps show in words, and the dialog that embeds them; on a phone this stands below the curve and the question.
 * @param {Translate} t
 * @param {Parameters<typeof mapsFigure>[1]} shown
 */
export function mapsAside(t, shown) {
  const { run, at, isPhone, inWords, stateOf, unfold } = shown;
  const facts = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  return html`<div class="row">
    <details
      class="most small"
      ?open=${inWords}
      @toggle=${(/** @type {Event} */ { target }) => unfold(/** @type {HTMLDetailsElement} */ (target).open)}
    >
      <summary>${t("train-most")}</summary>
      <p class="small muted">
        ${t("train-maps-hint")}
        ${run.settings.task === "pronoun" ? t("train-maps-hint-pronoun", { layers: facts.layers.length }) : nothing}
        ${asksForNext(facts) ? t("train-maps-hint-next", { query: facts.tokens[1] ?? "", answer: facts.answer[1] ?? "" }) : nothing}
      </p>
      ${inWords ? html`<maps-in-words .t=${t} .facts=${facts} .maps=${run.snapshots[at]?.maps}></maps-in-words>` : nothing}
    </details>
    ${isPhone ? openButtons(t, shown) : nothing} ${embedButton(t, () => stateOf(facts.layers.length - 1))}
  </div>`;
}

/**
 * The maps that are drawn with their tokens, to be saved: those of the run, and those of the second one.
 * @param {Translate} t
 * @param {Parameters<typeof mapsFigure>[1]} shown
 * @returns {import("./saving.js").Drawing[]}
 */
export function mapDrawings(t, shown) {
  const { run, other, at, variant } = shown;
  const own = drawingOf(t, run, at, shown);
  const beside = other && drawingOf(t, other, indexOfOther(other, shown), shown);
  return [
    ...(own ? [own] : []),
    ...(beside ? [{ ...beside, name: `${t("train-side-other", { what: variant })}: ${beside.name}` }] : []),
  ];
}

/** What the maps show: of how many layers and heads. @param {Translate} t @param {import("../../../training/session.js").Facts} facts */
const mapsTitle = (t, { layers }) => t("train-maps", { layers: layers.length, heads: layers[0]?.heads ?? 1 });

/** The example, and what the model should answer. @param {import("../../../training/session.js").Facts} facts */
function exampleText({ tokens, keys, answer, data }) {
  const between = writingOf(data) ? "" : " ";
  const from = (keys === tokens ? tokens : keys).join(between);
  const said = answer.filter(Boolean).join(between);
  return said ? `“${from}” → “${said}”` : `“${from}”`;
}

/** The index of the last snapshot up to a step. @param {TrainingRun} run @param {number} step */
const indexAt = ({ snapshots }, step) =>
  Math.max(0, snapshots.length - 1 - [...snapshots].reverse().findIndex((snapshot) => snapshot.step <= step));

/** The index of the second run's snapshot that stands beside the one in view. @param {TrainingRun} other @param {Pick<Parameters<typeof mapsFigure>[1], "run" | "at" | "isLatest">} shown */
const indexOfOther = (other, { run, at, isLatest }) =>
  indexAt(other, isLatest ? Infinity : (run.snapshots[at]?.step ?? 0));

/** @typedef {Pick<Parameters<typeof mapsFigure>[1], "theme" | "isPhone" | "picked" | "pick">} Look */

/** Whether there are more maps than can be seen at once. @param {readonly AttentionMap[]} maps @param {Pick<Look, "isPhone">} look */
const areMany = (maps, { isPhone }) =>
  maps.length > (isPhone ? ((maps[0]?.columns ?? 0) > columnsBeside ? 1 : 2) : most);

/**
 * What draws the maps with their tokens; of many, the one that was chosen.
 * @param {Translate} t
 * @param {TrainingRun} run
 * @param {number} at index of the snapshot
 * @param {Look} look
 * @returns {import("./saving.js").Drawing | null} null without such maps
 */
function drawingOf(t, run, at, look) {
  const { facts, snapshots } = run;
  const snapshot = snapshots[at];
  if (!facts || !snapshot) return null;
  const maps = mapsAt(t, run, at);
  const large = areMany(maps, look) ? maps.filter((_, index) => index === look.picked) : maps;
  const [first] = large;
  if (!first) return null;
  const title = areMany(maps, look) ? first.title : mapsTitle(t, facts);
  const view = { maps: large, queries: facts.tokens, keys: facts.keys, theme: look.theme };
  return {
    draw: (space) => attentionMapsScene({ ...space, ...view, titled: maps.length > 1 }), // the heading names the only one
    name: `${title}, ${t("train-map-step", { step: snapshot.step })}`,
    file: "attention-maps",
  };
}

/**
 * @param {Translate} t
 * @param {TrainingRun} run
 * @param {number} at index of the snapshot
 * @param {Look} look
 */
function mapsOf(t, run, at, look) {
  if (!run.facts || !run.snapshots[at]) return nothing;
  const maps = mapsAt(t, run, at);
  const drawing = drawingOf(t, run, at, look);
  return html`${areMany(maps, look) ? gallery(t, maps, look) : nothing}
  ${
    drawing
      ? html`<scene-view
          .t=${t}
          .draw=${drawing.draw}
          .name=${drawing.name}
          .file=${drawing.file}
          .tables=${false}
          .saves=${!look.isPhone}
        ></scene-view>`
      : nothing
  }`;
}

/**
 * All maps as small pictures, each a button that draws it large below, or removes it there.
 * @param {Translate} t
 * @param {readonly AttentionMap[]} maps
 * @param {Pick<Look, "theme" | "isPhone" | "picked" | "pick">} look
 */
const gallery = (t, maps, { theme, isPhone, picked, pick }) =>
  html`<div class="gallery" role="group" aria-label=${t("train-maps-pick")}>
      ${maps.map(
        (map, index) =>
          html`<button
            data-map=${index}
            aria-pressed=${index === picked}
            @click=${() => pick(index === picked ? null : index)}
          >
            <map-picture .map=${map} .theme=${theme}></map-picture>
            <span class=${isPhone ? "visually-hidden" : ""}>${map.title}</span>
          </button>`,
      )}
    </div>
    ${isPhone ? nothing : html`<p class="small muted">${t("train-maps-pick")}</p>`}`;

/**
 * The maps of all layers and heads at a snapshot.
 * @param {Translate} t
 * @param {TrainingRun} run whose worker has started
 * @param {number} at index of the snapshot
 * @returns {AttentionMap[]}
 */
export function mapsAt(t, { facts, snapshots }, at) {
  const { layers } = /** @type {import("../../../training/session.js").Facts} */ (facts);
  const all = snapshots[at]?.maps ?? new Float32Array(0); // of each layer one after the other, [heads, queries, keys]
  let from = 0;
  return layers.flatMap(({ heads, queries, keys }, layer) =>
    Array.from({ length: heads }, (_, head) => {
      const values = all.subarray(from, (from += queries * keys));
      const place = { layer: layer + 1, head: head + 1 };
      const title = layers.length > 1 ? t("train-map", place) : t("train-map-head", place);
      return { id: `${layer}.${head}`, title, rows: queries, columns: keys, values };
    }),
  );
}
