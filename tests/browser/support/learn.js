/** What tests do in Learn. */

/**
 * Changes the state of the step as its figure and its controls do.
 * @param {import("./page.js").Page} page
 * @param {object} [change]
 */
export const patch = (page, change) =>
  page.run(
    ({ find }, detail) =>
      find("learn-place", ".figure").dispatchEvent(
        new CustomEvent("state-patch", { detail, bubbles: true, composed: true }),
      ),
    { patch: change },
  );
