import { css, html, nothing } from "lit";

import { attentionMapsScene } from "../../../figures/scene/attention-maps.js";
import { asksForNext } from "../../../training/patterns.js";
import { embedButton } from "../../embed-button.js";
import "./map-picture.js";
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
    gap: 4px 12px;
    justify-content: space-between;
    align-items: center;
    margin-bottom: 8px;
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
    padding: 2px 12px;
    font-size: var(--small);
  }
  .maps figcaption {
    font-weight: 600;
  }
  .gallery {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 8px;
    margin-bottom: 4px;
  }
  .gallery button {
    padding: 6px;
    border-radius: var(--radius);
    font-size: var(--small);
    line-height: 1.3;
  }
`;

/** More maps than this would not be seen at once: then all are small, and one of them is drawn large. */
const most = 4;
const mostOnPhone = 2;

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
  const { run, other, at, isLatest, variant, inWords, openLayer, stateOf, unfold } = shown;
  const facts = /** @type {import("../../../training/session.js").Facts} */ (run.facts);
  const step = run.snapshots[at]?.step ?? 0;
  return html`<section class="maps" aria-labelledby="maps">
    <div class="head">
      <div>
        <h2 id="maps" tabindex="-1">${mapsTitle(t, facts)}</h2>
        <p class="example small muted">${exampleText(facts)}</p>
      </div>
      <span class="row">
        ${facts.layers.map(
          (_, layer) =>
            html`<button class="open" data-layer=${layer} @click=${() => openLayer(layer)}>
              ${facts.layers.length > 1 ? t("train-open-layer", { layer: layer + 1 }) : t("train-open")}
              ${isLatest ? nothing : t("train-open-step", { step })}
            </button>`,
        )}
      </span>
    </div>
    <div class="sides">
      <figure>
        ${other ? html`<figcaption>${t("train-side-own")}</figcaption>` : nothing} ${mapsOf(t, run, at, shown)}
      </figure>
      ${
        other?.facts && other.snapshots.length > 0
          ? html`<figure class="other">
              <figcaption>${t("train-side-other", { what: variant })}</figcaption>
              ${mapsOf(t, other, indexAt(other, isLatest ? Infinity : step), shown)}
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
    <div class="row">
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
      ${embedButton(t, () => stateOf(facts.layers.length - 1))}
    </div>
  </section>`;
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

/**
 * @param {Translate} t
 * @param {TrainingRun} run
 * @param {number} at index of the snapshot
 * @param {Pick<Parameters<typeof mapsFigure>[1], "theme" | "isPhone" | "picked" | "pick">} shown
 */
function mapsOf(t, run, at, { theme, isPhone, picked, pick }) {
  const { facts, snapshots } = run;
  const snapshot = snapshots[at];
  if (!facts || !snapshot) return nothing;
  const maps = mapsAt(t, run, at);
  const isMany = maps.length > (isPhone ? mostOnPhone : most);
  const large = isMany ? maps.filter((_, index) => index === picked) : maps;
  const draw = (/** @type {{width: number, measure: import("../../../figures/types.js").Measure}} */ space) =>
    attentionMapsScene({ ...space, maps: large, queries: facts.tokens, keys: facts.keys, theme });
  const title = isMany ? large[0]?.title : mapsTitle(t, facts);
  const name = `${title}, ${t("train-map-step", { step: snapshot.step })}`;
  return html`${isMany ? gallery(t, maps, { theme, picked, pick }) : nothing}
  ${
    large.length > 0
      ? html`<scene-view .t=${t} .draw=${draw} .name=${name} .file=${"attention-maps"} .tables=${false}></scene-view>`
      : nothing
  }`;
}

/**
 * All maps as small pictures, each a button that draws it large below, or removes it there.
 * @param {Translate} t
 * @param {readonly AttentionMap[]} maps
 * @param {Pick<Parameters<typeof mapsFigure>[1], "theme" | "picked" | "pick">} shown
 */
const gallery = (t, maps, { theme, picked, pick }) =>
  html`<div class="gallery" role="group" aria-label=${t("train-maps-pick")}>
      ${maps.map(
        (map, index) =>
          html`<button
            data-map=${index}
            aria-pressed=${index === picked}
            @click=${() => pick(index === picked ? null : index)}
          >
            <map-picture .map=${map} .theme=${theme}></map-picture>
            ${map.title}
          </button>`,
      )}
    </div>
    <p class="small muted">${t("train-maps-pick")}</p>`;

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
