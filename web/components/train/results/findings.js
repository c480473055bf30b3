import { css, html, LitElement, nothing } from "lit";

import { percentText } from "../../../figures/numbers.js";
import {
  asksForNext,
  copyOf,
  crossingOf,
  headsOf,
  lastAsked,
  lookBack,
  maxOf,
  patternOf,
  twinOf,
} from "../../../training/patterns.js";
import { writingOf } from "../../../training/tasks.js";
import { intransitiveVerbs, nouns, transitiveVerbs } from "../../../training/words/grammar.js";
import { withSubscripts } from "../../rich-text.js";
import { shared } from "../../styles.js";

/** @typedef {import("../../../words/translate.js").Translate} Translate */
/** @typedef {import("../../../training/session.js").Facts} Facts */
/** @typedef {import("../../../training/patterns.js").Head} Head */
/** @typedef {"learns" | "partly" | "fails"} Outcome */
/** @typedef {Pick<import("../training-run.js").TrainingRun, "facts" | "settings" | "evaluations" | "snapshots">} Run */
/** @typedef {Run & {facts: Facts}} Started */

/** Of an example in which more positions are asked, only the last one is put in words. */
const mostRows = 16;

const whole = (/** @type {number} */ share) => percentText(share, 0);

/** The name of a head, as its map has it. @param {Translate} t @param {Facts} facts @param {Pick<Head, "layer" | "head">} place */
const nameOf = (t, { layers }, { layer, head }) =>
  t(layers.length > 1 ? "train-map" : "train-map-head", { layer: layer + 1, head: head + 1 });

/** What most positions of a head do, in words; "": nothing that has a name. @param {Translate} t @param {Facts} facts @param {Head} head */
function patternText(t, facts, head) {
  const found = patternOf(head, facts);
  if (!found) return "";
  const { place, hits, rows, column } = found;
  const share = whole(found.share);
  return place === "even"
    ? t("found-even", { hits, rows, share })
    : t("found-pattern", { hits, rows, share, place: t(`found-place-${place}`, { token: facts.keys[column] ?? "" }) });
}

/** Where one position looks most. @param {Translate} t @param {Facts} facts @param {Head} head @param {number} row */
function rowText(t, facts, head, row) {
  const { column, share } = maxOf(head.rows[row] ?? []);
  return t("found-row", {
    map: nameOf(t, facts, head),
    query: facts.tokens[row] ?? "",
    row: row + 1,
    key: facts.keys[column] ?? "",
    column: column + 1,
    share: whole(share),
  });
}

/** What most positions do, of each head that has a pattern. @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
const patternTexts = (t, facts, heads) =>
  heads.flatMap((head) => {
    const said = patternText(t, facts, head);
    return said ? `${nameOf(t, facts, head)}: ${said}` : [];
  });

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
function pronounTexts(t, facts, heads) {
  const row = lastAsked(facts.answer);
  const noun = facts.answer[row] ?? "";
  const adjective = facts.tokens.at(-1) ?? "";
  const looked = heads.map(({ layer, rows }) => [layer, facts.keys[maxOf(rows[row] ?? []).column]]);
  const isSeen = (/** @type {number} */ layer, /** @type {string} */ word) =>
    looked.some(([at, key]) => at === layer && key === word);
  return [
    ...heads.map((head) => rowText(t, facts, head, row)),
    ...(isSeen(0, adjective) && isSeen(1, noun) ? [t("found-pronoun", { adjective, noun })] : []),
  ];
}

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
const crossingTexts = (t, facts, heads) =>
  heads.flatMap((head) => {
    const found = crossingOf(head);
    if (!found) return patternTexts(t, facts, [head]);
    const { row, from, to } = found;
    return t("found-crosses", {
      map: nameOf(t, facts, head),
      first: facts.answer[row] ?? "",
      second: facts.answer[row + 1] ?? "",
      from: facts.keys[from] ?? "",
      column: from + 1,
      to: facts.keys[to] ?? "",
      back: to + 1,
    });
  });

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
function verbTexts(t, facts, heads) {
  const { tokens, answer } = facts;
  const isOne = (/** @type {typeof nouns} */ forms, /** @type {string} */ word) =>
    forms.singular.includes(word) || forms.plural.includes(word);
  const row = answer.findIndex((word) => isOne(intransitiveVerbs, word) || isOne(transitiveVerbs, word));
  const noun = tokens.find((word) => isOne(nouns, word)) ?? "";
  if (row < 0) return [];
  return heads.map((head) => {
    const { column, share } = maxOf(head.rows[row] ?? []);
    return t("found-verb", {
      map: nameOf(t, facts, head),
      query: tokens[row] ?? "",
      verb: answer[row] ?? "",
      key: tokens[column] ?? "",
      share: whole(share),
      noun,
      isFirst: column === tokens.indexOf(noun) ? "yes" : "no",
    });
  });
}

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
function wordTexts(t, { answer, keys }, heads) {
  const words = answer.slice(0, -1).map((word, row) => {
    const [best] = heads.map(({ rows }) => maxOf(rows[row] ?? [])).sort((a, b) => b.share - a.share);
    return t("found-pair-word", { word, key: keys[best?.column ?? 0] ?? "", share: whole(best?.share ?? 0) });
  });
  return [t("found-pair-words", { words: words.join(", ") })];
}

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads @param {number} loss */
function characterTexts(t, facts, heads, loss) {
  const bigram = writingOf(facts.data)?.baselines.bigram ?? NaN;
  const back = heads.map(lookBack).sort((a, b) => a - b);
  const shown = (/** @type {number | undefined} */ mean) => (mean ?? NaN).toFixed(1);
  const [min, max] = [shown(back[0]), shown(back.at(-1))];
  const isBelow = loss < bigram ? "yes" : "no";
  return [t("found-text", { loss: loss.toFixed(2), bigram: bigram.toFixed(2), isBelow, min, max })];
}

/** @param {Translate} t @param {Facts} facts @param {readonly Head[]} heads */
function copyTexts(t, facts, heads) {
  const { tokens, answer } = facts;
  const row = lastAsked(answer);
  const twin = twinOf(tokens, row);
  const copy = copyOf(heads, facts);
  const shares = { first: whole(copy?.first.share ?? 0), second: whole(copy?.second.share ?? 0) };
  const place = { token: tokens[row] ?? "", row: row + 1, after: tokens[twin + 1] ?? "", place: twin + 2 };
  return [
    ...patternTexts(t, facts, copy ? heads.filter(({ layer }) => layer === 0) : heads),
    t(copy?.isFound ? "found-copy" : "found-no-copy", { ...place, ...shares, layers: facts.layers.length }),
  ];
}

/**
 * What the heads of a run do, as far as it answers the question of its task.
 * @param {Translate} t
 * @param {Started} run
 * @returns {string[]}
 */
function answerTexts(t, { facts, settings: { task }, evaluations, snapshots }) {
  const heads = headsOf(facts, snapshots.at(-1)?.maps ?? new Float32Array());
  if (task === "reverse") return [...heads.map((head) => rowText(t, facts, head, 0)), ...patternTexts(t, facts, heads)];
  if (task === "induction") return copyTexts(t, facts, heads);
  if (task === "pronoun") return pronounTexts(t, facts, heads);
  if (task === "translation") return crossingTexts(t, facts, heads);
  if (task === "grammar") return verbTexts(t, facts, heads);
  if (task === "pairs") return wordTexts(t, facts, heads);
  if (writingOf(facts.data)) return characterTexts(t, facts, heads, evaluations.at(-1)?.loss ?? NaN);
  return patternTexts(t, facts, heads);
}

/**
 * What a second run adds: one layer against two, or whatever was changed.
 * @param {Translate} t
 * @param {Started} run
 * @param {Started} other
 * @param {(run: Started) => Outcome} outcomeOf
 * @param {string} what was changed, in words
 */
function pairText(t, run, other, outcomeOf, what) {
  const right = (/** @type {Run} */ { evaluations }) => whole(evaluations.at(-1)?.accuracy ?? NaN);
  const chance = whole(run.facts.chance.accuracy);
  const layersOf = (/** @type {Started} */ { facts }) => facts.layers.length;
  if (layersOf(run) === layersOf(other)) return t("found-pair", { own: right(run), other: right(other), what, chance });
  const [one, two] = layersOf(run) < layersOf(other) ? [run, other] : [other, run];
  const [isOne, isTwo] = [outcomeOf(one) === "learns", outcomeOf(two) === "learns"];
  const verdict = isOne ? (isTwo ? "enough" : "only") : isTwo ? "needed" : "neither";
  return t("found-layers", { one: right(one), two: right(two), chance, verdict });
}

/** What a run has found, once it has ended: the answer to the question of its task, computed from its numbers and maps. */
export class RunFinding extends LitElement {
  static properties = {
    t: { attribute: false },
    run: { attribute: false },
    other: { attribute: false },
    what: { attribute: false },
    outcomeOf: { attribute: false },
    step: { attribute: false },
  };

  static styles = [
    shared,
    css`
      p,
      ul {
        max-width: var(--measure);
        margin: var(--space-8) 0 0;
      }
      ul {
        padding-inline-start: 1.25em;
      }
    `,
  ];

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    /** @type {Started | null} the run that has ended; null: none has */
    this.run = null;
    /** @type {Started | null} the run beside it, that has ended too */
    this.other = null;
    /** What was changed in the run beside it. */
    this.what = "";
    /** @type {(run: Started) => Outcome} */
    this.outcomeOf = () => "fails";
    /** After how many steps. */
    this.step = 0;
  }

  render() {
    return html`<div role="status">${this.run ? this.#found(this.t, this.run) : nothing}</div>`;
  }

  /** @param {Translate} t @param {Started} run */
  #found(t, run) {
    const { other, outcomeOf, what } = this;
    const accuracy = whole(run.evaluations.at(-1)?.accuracy ?? NaN);
    const chance = whole(run.facts.chance.accuracy);
    const own = writingOf(run.facts.data) ? "" : t(`found-${outcomeOf(run)}`, { accuracy, chance });
    const first = other ? pairText(t, run, other, outcomeOf, what) : own;
    // Of one layer and two, the two show how it is done.
    const shown = other && other.facts.layers.length > run.facts.layers.length ? other : run;
    return html`<p><strong>${t("found-title")}</strong> ${withSubscripts(first)}</p>
      <ul>
        ${answerTexts(t, shown).map((said) => html`<li>${said}</li>`)}
      </ul>`;
  }
}

/**
 * Where each position of the example looks most, in words: first what most positions of a head do, then each position that is
 * asked for an answer.
 */
export class MapsInWords extends LitElement {
  static properties = {
    t: { attribute: false },
    facts: { attribute: false },
    maps: { attribute: false },
  };

  static styles = [
    shared,
    css`
      ul {
        margin: var(--space-8) 0 0;
        padding-inline-start: 1.25em;
      }
    `,
  ];

  constructor() {
    super();
    this.t = /** @type {Translate} */ (/** @type {unknown} */ (undefined));
    /** @type {Facts} */
    this.facts = /** @type {Facts} */ (/** @type {unknown} */ (undefined));
    /** @type {Float32Array} the attention weights at the step that is looked at */
    this.maps = new Float32Array();
  }

  render() {
    const { facts } = this;
    const t = this.t;
    const asked = facts.answer.flatMap((answer, row) => (answer === "" ? [] : row));
    const rows = asked.length > mostRows ? asked.slice(-1) : asked;
    const isNext = asksForNext(facts);
    const pair = (/** @type {Head} */ head, /** @type {number} */ row) => {
      const { column, share } = maxOf(head.rows[row] ?? []);
      return t(isNext ? "train-most-pair-next" : "train-most-pair", {
        answer: facts.answer[row] ?? "",
        query: facts.tokens[row] ?? "",
        row: row + 1,
        key: facts.keys[column] ?? "",
        column: column + 1,
        share: whole(share),
      });
    };
    return html`<ul>
      ${headsOf(facts, this.maps).map((head) => {
        const single = rows.map((row) => pair(head, row)).join(", ");
        return html`<li>${nameOf(t, facts, head)}: ${patternText(t, facts, head)} ${single}</li>`;
      })}
    </ul>`;
  }
}

customElements.define("run-finding", RunFinding);
customElements.define("maps-in-words", MapsInWords);
