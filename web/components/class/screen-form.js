import { html } from "lit";
import { live } from "lit/directives/live.js";

import { experiments } from "../../state/experiments/experiments.js";
import { stagesFor } from "../../state/stages.js";
import { changeState } from "../../state/state.js";
import { controlFields, fieldGroups, primaryFields } from "../../state/fields.js";
import { eventValue } from "../fields/event-value.js";
import { option } from "../fields/option.js";
import { withSubscripts } from "../rich-text.js";
import { termIds, termName } from "../terms/terms.js";
import { chosen, listed, moved } from "./lists.js";
import { allStages, freeFields, has, parts, screenLimits } from "./screen.js";

/** @typedef {import("./screen.js").Screen} Screen */

/**
 * @typedef {object} Form
 * @property {import("../../words/translate.js").Translate} t
 * @property {import("../../view/view.js").View} view the page's view: the state that Explore shows
 * @property {Screen} screen
 * @property {number} at the screen's index
 * @property {(patch: Partial<Screen>) => void} change
 * @property {(state: Screen["state"]) => void} edit opens the screen's state in Explore
 * @property {() => void} take gives the screen the state that Explore shows
 * @property {(selector: string) => void} focus moves the focus once the form is drawn
 */

/** The groups of settings, as Explore shows them; a batch has no control of its own. @type {readonly [string, readonly string[]][]} */
const groups = [
  ["main", ["sentence", ...primaryFields]],
  ...fieldGroups.map(([group, fields]) => /** @type {[string, readonly string[]]} */ ([group, fields])),
];

const sizes = Object.freeze([100, 125, 150, 175, 200, 250]);

/** The form in which a teacher says what a screen shows. @param {Form} form */
export function screenForm(form) {
  const { t, screen, at, change } = form;
  return html`<section class="form card" aria-labelledby="form">
    <h3 id="form">${t("class-screen", { number: at + 1 })}</h3>
    <div>
      <label for="screen-title">${t("class-screen-title")}</label>
      <input
        id="screen-title"
        type="text"
        maxlength=${screenLimits.title}
        .value=${live(screen.title)}
        @input=${(/** @type {Event} */ event) => change({ title: eventValue(event) })}
      />
    </div>
    ${beginning(form)} ${questions(form)} ${stagesOfScreen(form)}
    <fieldset>
      <legend>${t("class-parts")}</legend>
      ${parts.map((part) =>
        check(`part-${part}`, t(`class-part-${part}`), has(screen.parts, part), (isOn) =>
          change({ parts: chosen(screen.parts, part, isOn, parts) }),
        ),
      )}
    </fieldset>
    ${settingsOfScreen(form)} ${experimentsOfScreen(form)}
    <details>
      <summary>${t("class-terms-choose")}</summary>
      <fieldset>
        <legend class="visually-hidden">${t("class-terms-choose")}</legend>
        ${termIds.map((id) =>
          check(`term-${id}`, withSubscripts(termName(t, id)), screen.terms.includes(id), (isOn) =>
            change({ terms: listed(chosen(screen.terms, id, isOn, termIds), termIds) }),
          ),
        )}
      </fieldset>
    </details>
    <div>
      <label for="size">${t("class-size")}</label>
      <select id="size" @change=${(/** @type {Event} */ event) => change({ size: Number(eventValue(event)) })}>
        ${[...new Set([...sizes, screen.size])].sort((a, b) => a - b).map((size) => option(size, `${size} %`, size === screen.size))}
      </select>
      <p class="small muted">${t("class-size-hint")}</p>
    </div>
  </section>`;
}

/** The state with which the screen starts. @param {Form} form */
function beginning({ t, view, screen: { state }, edit, take }) {
  const stage = view.t(`stage-${state.stage}`);
  return html`<div>
    <p><strong>${t("class-starts")}</strong> ${t("class-starts-at", { sentence: state.sentence, stage })}</p>
    <p class="row">
      <button id="edit" class="link" @click=${() => edit(state)}>${t("class-edit")}</button>
      <button id="take" class="link" @click=${take}>${t("class-take")}</button>
    </p>
  </div>`;
}

/** @typedef {Readonly<{prompt: string, hint: string, answer: string}>} Asked a question with what belongs to it, "" for nothing */

/** The questions of a screen. @param {Screen} screen @returns {Asked[]} */
const askedOn = ({ prompts, hints, answers }) =>
  prompts.map((prompt, at) => ({ prompt, hint: hints[at] ?? "", answer: answers[at] ?? "" }));

/** Texts without the empty ones at their end. @param {readonly string[]} texts */
const upToLast = (texts) => texts.filter((_, at) => texts.slice(at).some((text) => text !== ""));

/** The fields of a screen that asks these questions. @param {readonly Asked[]} asked @returns {Pick<Screen, "prompts" | "hints" | "answers">} */
const fieldsOf = (asked) => ({
  prompts: asked.map(({ prompt }) => prompt),
  hints: upToLast(asked.map(({ hint }) => hint)),
  answers: upToLast(asked.map(({ answer }) => answer)),
});

/** The questions to the class, each with a hint and an answer. @param {Form} form */
function questions({ t, screen, change, focus }) {
  const asked = askedOn(screen);
  const set = (/** @type {readonly Asked[]} */ next) => change(fieldsOf(next));
  const number = (/** @type {number} */ at) => ({ number: at + 1 });
  const add = () => {
    set([...asked, { prompt: "", hint: "", answer: "" }]);
    focus(`#prompt-${asked.length}`);
  };
  // The focus goes to the question that follows, or to the button that adds one.
  const remove = (/** @type {number} */ at) => {
    set(asked.filter((_, other) => other !== at));
    focus(at < asked.length - 1 ? `#prompt-${at}` : "#add-prompt");
  };
  const written = (/** @type {number} */ at, /** @type {keyof Asked} */ kind) => (/** @type {Event} */ event) =>
    set(asked.map((old, other) => (other === at ? { ...old, [kind]: eventValue(event) } : old)));
  const beside = (/** @type {number} */ at, /** @type {"hint" | "answer"} */ kind) =>
    html`<label class="beside small">
      <span>${t(`class-${kind}-of`, number(at))}</span>
      <input
        id="${kind}-${at}"
        type="text"
        maxlength=${screenLimits.prompt}
        .value=${live(asked[at]?.[kind] ?? "")}
        @input=${written(at, kind)}
      />
    </label>`;
  return html`<fieldset>
    <legend>${t("class-prompts")}</legend>
    <ol class="prompts full">
      ${asked.map(
        ({ prompt }, at) =>
          html`<li>
            <textarea
              id="prompt-${at}"
              rows="2"
              maxlength=${screenLimits.prompt}
              aria-label=${t("class-prompt", number(at))}
              .value=${live(prompt)}
              @input=${written(at, "prompt")}
            ></textarea>
            <button
              class="icon"
              aria-disabled=${at === 0}
              aria-label=${t("class-prompt-up", number(at))}
              @click=${() => at > 0 && set(moved(asked, at, at - 1))}
            >
              ↑
            </button>
            <button
              class="icon"
              aria-disabled=${at === asked.length - 1}
              aria-label=${t("class-prompt-down", number(at))}
              @click=${() => at < asked.length - 1 && set(moved(asked, at, at + 1))}
            >
              ↓
            </button>
            <button class="icon" aria-label=${t("class-prompt-remove", number(at))} @click=${() => remove(at)}>
              ×
            </button>
            ${beside(at, "hint")} ${beside(at, "answer")}
          </li>`,
      )}
    </ol>
    <p class="row">
      <button id="add-prompt" ?disabled=${asked.length >= screenLimits.prompts} @click=${add}>
        ${t("class-prompt-add")}
      </button>
      <span class="small muted">
        ${t("class-prompt-hint", { max: screenLimits.prompts, characters: screenLimits.prompt })}
      </span>
    </p>
    ${asked.length > 0 ? html`<p class="small muted">${t("class-answers-hint")}</p>` : ""}
  </fieldset>`;
}

/** The stages that the screen has. @param {Form} form */
function stagesOfScreen({ t, view, screen: { stages, state }, change }) {
  const possible = stagesFor(state);
  return html`<fieldset>
    <legend>${t("class-stages")}</legend>
    ${allStages
      .filter((stage) => possible.includes(stage) || (stages !== "all" && stages.includes(stage)))
      .map((stage) =>
        check(
          `stage-${stage}`,
          withSubscripts(view.t(`stage-${stage}`)),
          has(stages, stage),
          (isOn) => change({ stages: chosen(stages, stage, isOn, possible) }),
          stage === state.stage,
        ),
      )}
    <p class="small muted">${t("class-stages-hint")}</p>
  </fieldset>`;
}

/** The settings, group by group. @param {Form} form */
function settingsOfScreen(form) {
  const { t } = form;
  return html`<fieldset>
    <legend>${t("class-controls")}</legend>
    <p class="small muted">${t("class-controls-hint")}</p>
    ${groups.map(([group, fields]) => {
      const rows = html`<div class="settings">
        ${fields.filter((field) => controlFields.includes(field)).map((field) => setting(form, field))}
      </div>`;
      return group === "main"
        ? html`<div class="full">${rows}</div>`
        : html`<details class="full">
            <summary>${t(`group-${group}`)}</summary>
            ${rows}
          </details>`;
    })}
  </fieldset>`;
}

/** Whether a setting is hidden, fixed or free. @param {Form} form @param {string} field */
function setting({ t, screen, change }, field) {
  const free = freeFields(screen);
  const now = screen.locked.includes(field) ? "locked" : free.includes(field) ? "free" : "hidden";
  const label = { sentence: t("sentence-label"), context: t("context-label") }[field] ?? t(`control-${field}`);
  const set = (/** @type {string} */ to) =>
    change({
      controls: controlFields.filter((other) => (other === field ? to === "free" : free.includes(other))),
      locked: controlFields.filter((other) => (other === field ? to === "locked" : screen.locked.includes(other))),
    });
  return html`<div class="setting">
    <label for="set-${field}">${withSubscripts(label)}</label>
    <select id="set-${field}" @change=${(/** @type {Event} */ event) => set(eventValue(event))}>
      ${["hidden", "locked", "free"].map((to) => option(to, t(`class-control-${to}`), to === now))}
    </select>
  </div>`;
}

/** The experiments that the screen offers. @param {Form} form */
function experimentsOfScreen({ t, screen, change }) {
  const ids = experiments.map(({ id }) => id);
  return html`<details>
    <summary>${t("class-experiments-choose")}</summary>
    <p class="small muted">${t("class-experiments-hint")}</p>
    ${[...new Set(experiments.map(({ group }) => group))].map(
      (group) =>
        html`<fieldset>
          <legend class="small muted">${t(`experiments-${group}`)}</legend>
          ${experiments
            .filter((experiment) => experiment.group === group)
            .map(({ id }) =>
              check(`experiment-${id}`, withSubscripts(t(`experiment-${id}`)), has(screen.experiments, id), (isOn) =>
                change({
                  experiments: chosen(screen.experiments, id, isOn, ids),
                  ...(!isOn && screen.state.experiment === id
                    ? { state: changeState(screen.state, { experiment: null, experiment_state: null, compare: null }) }
                    : {}),
                }),
              ),
            )}
        </fieldset>`,
    )}
  </details>`;
}

/**
 * A box to tick.
 * @param {string} id
 * @param {unknown} label
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} set
 * @param {boolean} [isDisabled]
 */
function check(id, label, isOn, set, isDisabled = false) {
  return html`<label class="check">
    <input
      id=${id}
      type="checkbox"
      .checked=${live(isOn)}
      ?disabled=${isDisabled}
      @change=${(/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).checked)}
    />
    <span>${label}</span>
  </label>`;
}
