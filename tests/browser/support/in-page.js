/** Runs functions in a page. WebDriver sends them there as text, so only their arguments are available to them. */

/** @typedef {{id: string, caption: string, columns: string[], rows: string[], cells: [string, string][]}} Table cells: pairs of "weights 0,1,2" and the cell's text */
/** @typedef {ReturnType<typeof basics>} Basics */

/** Functions for the project's own page and for other pages that contain elements. */
function basics() {
  /** @param {ParentNode} root @returns {any[]} all elements in it, also inside components at any depth */
  const inside = (root) =>
    [...root.querySelectorAll("*")].flatMap((part) => [part, ...(part.shadowRoot ? inside(part.shadowRoot) : [])]);

  /** Waits until every component has drawn its latest properties: some components draw in a later frame or task. */
  const drawn = async () => {
    while (inside(document).some(({ isUpdatePending }) => isUpdatePending))
      await new Promise((resolve) => setTimeout(resolve));
  };

  /** The element that has the focus, also inside components at any depth. */
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
 * Runs a function in the browser's current page or frame, once all components are drawn.
 * @template Tools, T
 * @param {import("./engines.js").Driver} driver
 * @param {(basics: Basics) => Tools} tools
 * @param {(tools: Tools, ...args: any[]) => T} inPage gets these tools and the arguments
 * @param {unknown[]} args plain data or elements
 * @returns {Promise<Awaited<T>>}
 */
export const runInPage = (driver, tools, inPage, args) =>
  driver.executeScript(
    `const basics = (${basics})();
     return basics.drawn().then(() => (${inPage})((${tools})(basics), ...arguments));`,
    ...args,
  );

/**
 * Runs a function in the browser's current page again and again, for up to a second, until it returns something true: what a page
 * takes some time for is then asked of it without a round trip for each time.
 * @template Tools
 * @param {import("./engines.js").Driver} driver
 * @param {(basics: Basics) => Tools} tools
 * @param {(tools: Tools, ...args: any[]) => unknown} inPage gets these tools, as they are then, and the arguments
 * @param {unknown[]} args plain data or elements
 * @returns {Promise<boolean>} whether it did; at once, where no page is open yet
 */
export const waitInPage = (driver, tools, inPage, args) =>
  driver.executeScript(
    `const basics = (${basics})();
     const end = performance.now() + 1000;
     const attempt = async () => {
       await basics.drawn();
       if ((${inPage})((${tools})(basics), ...arguments)) return true;
       if (location.href === "about:blank" || performance.now() > end) return false;
       await new Promise((resolve) => setTimeout(resolve, 10));
       return attempt();
     };
     return attempt();`,
    ...args,
  );

/** Runs in a page: tries to set markup from text, and returns the error's name, or "taken" if there was none. */
export function tryMarkup() {
  try {
    document.createElement("p").innerHTML = "<b>text</b>";
    return "taken";
  } catch (error) {
    return /** @type {Error} */ (error).name;
  }
}
