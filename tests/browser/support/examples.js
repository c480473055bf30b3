/** Chooses examples in Explore by their titles, as a reader does. */
import { eventually } from "./eventually.js";
import { words } from "../../../web/words/words.js";

/** @typedef {import("./page.js").Page} Page */

const { t } = words("en");

/** The title of an example. @param {string} id */
export const titleOf = (id) => t(`preset-${id}`);

/** Types into the field of examples, which stands beside a trained model only once one asks for settings. @param {Page} page @param {string} wanted */
export const searchExamples = (page, wanted) =>
  eventually(() =>
    page.run(({ find }, text) => {
      const field = find("example-choice", "#examples");
      if (!field) (find("pronoun-panel", "#own") ?? find("next-word-panel", "#own"))?.click();
      field.focus();
      field.value = text;
      field.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
    }, wanted),
  );

/** Searches an example by its title and chooses it. @param {Page} page @param {string} id */
export async function chooseExample(page, id) {
  await searchExamples(page, titleOf(id));
  await eventually(() => page.part("example-choice", `[data-example="${id}"]`));
  await page.run(({ find }, name) => find("example-choice", `[data-example="${name}"]`).click(), id);
}
