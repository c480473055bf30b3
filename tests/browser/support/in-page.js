/** What tests run in a page. WebDriver carries functions there as text, so each sees only what it is given. */

/** @typedef {{id: string, caption: string, columns: string[], rows: string[], cells: [string, string][]}} Table cells: "weights 0,1,2" and its text */
/** @typedef {ReturnType<typeof basics>} Basics */

/** What pages and other people's pages with elements in them share. */
function basics() {
  /** @param {ParentNode} root @returns {any[]} whatever is in it, however deep inside components */
  const inside = (root) =>
    [...root.querySelectorAll("*")].flatMap((part) => [part, ...(part.shadowRoot ? inside(part.shadowRoot) : [])]);

  /** Waits until every component has drawn what it was last given: some of them draw in a frame or task of their own. */
  const drawn = async () => {
    while (inside(document).some(({ isUpdatePending }) => isUpdatePending))
      await new Promise((resolve) => setTimeout(resolve));
  };

  /** What has the focus, however deep inside components. */
  const focused = () => {
    let at = /** @type {any} */ (document.activeElement);
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };

  /** @param {HTMLElement} table of a figure @returns {Table} */
  const read = (table) => ({
    id: table.dataset.matrix ?? "",
    caption: table.querySelector("caption")?.textContent?.trim() ?? "",
    columns: [...table.querySelectorAll("thead tr > :not(:first-child)")].map((header) => header.textContent ?? ""),
    rows: [...table.querySelectorAll("tbody th")].map((header) => header.textContent ?? ""),
    cells: [...table.querySelectorAll("td")].flatMap((cell) =>
      cell.dataset.cell ? [[cell.dataset.cell, (cell.textContent ?? "").trim()]] : [],
    ),
  });

  return { drawn, focused, read };
}

/**
 * Runs a function in the page or frame that a browser is at, once all that stands there is drawn.
 * @template Tools, T
 * @param {import("./engines.js").Driver} driver
 * @param {(basics: Basics) => Tools} tools
 * @param {(tools: Tools, ...given: any[]) => T} inPage is given these tools, and the rest
 * @param {unknown[]} given plain data or elements
 * @returns {Promise<Awaited<T>>}
 */
export const runInPage = (driver, tools, inPage, given) =>
  driver.executeScript(
    `const basics = (${basics})();
     return basics.drawn().then(() => (${inPage})((${tools})(basics), ...arguments));`,
    ...given,
  );

/** What comes of text as markup, to be run in a page: an error's name, or "taken". */
export function tryMarkup() {
  try {
    document.createElement("p").innerHTML = "<b>text</b>";
    return "taken";
  } catch (error) {
    return /** @type {Error} */ (error).name;
  }
}
