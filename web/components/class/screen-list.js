import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

import { errorText } from "../error-text.js";
import { eventValue } from "../fields/event-value.js";
import { maxScreens } from "./class-link.js";

/** @typedef {import("./class-link.js").Class} Class */
/** @typedef {import("../../words/translate.js").Translate} Translate */
/**
 * What the list shows, and what it does with it.
 * @typedef {object} ScreenList
 * @property {Translate} t
 * @property {Class} shown
 * @property {number} selected index of the screen in the form
 * @property {readonly import("../../engine/errors.js").AttentionError[]} problems parts of pasted links that cannot be used
 * @property {string} status what was done to the list, for screen readers
 * @property {(title: string) => void} rename renames the class
 * @property {(at: number) => void} select
 * @property {(from: number, to: number) => void} move
 * @property {(at: number) => void} remove
 * @property {() => void} add adds a screen with the state that Explore shows
 * @property {() => void} addLinks adds screens with the states of the pasted links
 */

/** The title of a screen, or its number. @param {Translate} t @param {Class} shown @param {number} at */
export const titleOf = (t, shown, at) => shown.screens[at]?.title || t("class-screen-untitled", { number: at + 1 });

/**
 * The title of a class and its screens in order, which the teacher selects, moves, removes and adds to.
 * @param {ScreenList} list
 */
export function screenList(list) {
  const { t, shown, problems, status } = list;
  const isFull = shown.screens.length >= maxScreens;
  return html`<section class="screens card" aria-labelledby="list">
    <div>
      <label for="title">${t("class-title")}</label>
      <input
        id="title"
        type="text"
        maxlength="80"
        .value=${live(shown.title)}
        @input=${(/** @type {Event} */ event) => list.rename(eventValue(event))}
      />
    </div>
    <h3 id="list" tabindex="-1">${t("class-list")}</h3>
    <ol>
      ${shown.screens.map((_, at) => entry(list, at))}
    </ol>
    <p class="row">
      <button id="add" ?disabled=${isFull} @click=${() => list.add()}>${t("class-add")}</button>
    </p>
    ${isFull ? html`<p class="small muted">${t("class-full", { max: maxScreens })}</p>` : nothing}
    <details>
      <summary>${t("class-add-links")}</summary>
      <label for="links" class="small muted">${t("class-add-links-label")}</label>
      <textarea id="links" rows="3"></textarea>
      <button id="add-links" @click=${() => list.addLinks()}>${t("class-add-links-button")}</button>
      <p class="error" role="alert" ?hidden=${problems.length === 0}>
        ${problems.map((problem) => html`${errorText(t, problem)}<br />`)}
      </p>
    </details>
    <p class="visually-hidden" role="status">${status}</p>
  </section>`;
}

/** @param {ScreenList} list @param {number} at */
function entry({ t, shown, selected, select, move, remove }, at) {
  const name = titleOf(t, shown, at);
  const last = shown.screens.length - 1;
  return html`<li>
    <button class="name" aria-current=${at === selected ? "true" : "false"} @click=${() => select(at)}>
      ${at + 1} · <bdi>${name}</bdi>
    </button>
    <button
      class="icon up"
      aria-disabled=${at === 0}
      aria-label=${t("class-up", { name })}
      @click=${() => move(at, at - 1)}
    >
      ↑
    </button>
    <button
      class="icon down"
      aria-disabled=${at === last}
      aria-label=${t("class-down", { name })}
      @click=${() => move(at, at + 1)}
    >
      ↓
    </button>
    <button
      class="icon remove"
      aria-disabled=${last === 0}
      aria-label=${t("class-remove", { name })}
      @click=${() => remove(at)}
    >
      ×
    </button>
  </li>`;
}
