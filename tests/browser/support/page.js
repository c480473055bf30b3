/** Tests use the page through this class: it reads what the page shows, and sends keys and pointer events. */
import { logging } from "selenium-webdriver";
import { boxOf } from "../../../web/figures/geometry.js";
import { eventually } from "./eventually.js";
import { runInPage, waitInPage } from "./in-page.js";

/** @typedef {import("../../../web/state/state.js").State} State */
/** @typedef {import("selenium-webdriver").WebElement} Element */
/** @typedef {ReturnType<typeof tools>} Tools */

/** Finds elements inside the shadow roots of the page's components. @param {import("./in-page.js").Basics} basics */
function tools({ focused, read }) {
  const explorer = /** @type {any} */ (document.querySelector("attention-explorer"));
  const hosts = explorer ? [explorer] : [];
  for (const host of hosts) {
    hosts.push(...[...(host.shadowRoot?.querySelectorAll("*") ?? [])].filter((inner) => inner.shadowRoot));
  }
  /** @param {string} component @param {string} selector @returns {HTMLElement[]} */
  const findAll = (component, selector) =>
    hosts.filter((host) => host.matches(component)).flatMap((host) => [...host.shadowRoot.querySelectorAll(selector)]);
  /** @param {string} component @param {string} selector @returns {any} */
  const find = (component, selector) => findAll(component, selector)[0] ?? null;
  const tables = () => findAll("attention-stage-figure", "table").map(read);
  /** The figure's pixels. They are read from a copy, since reading a canvas moves it off the graphics card. */
  const pixels = () => {
    const canvas = find("attention-stage-figure", "canvas");
    const copy = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d", { willReadFrequently: true }));
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    return { width: copy.width, colours: new Uint32Array(data.buffer) };
  };
  /** The figure as a component; its property `tables` holds the matrices that it shows. */
  const figure = hosts.find((host) => host.matches("attention-stage-figure"));
  return { explorer, figure, hosts, find, findAll, focused, tables, pixels };
}

/** The fragment of the default state, with random weights. Without any the page opens its first screen, a trained model. */
export const plainWalk = "recipe=random";

export class Page {
  /** @type {string[]} */
  #problems = [];

  /**
   * @param {import("./engines.js").Browser} browser
   * @param {import("./site.js").Site} site
   */
  constructor(browser, site) {
    this.name = browser.name;
    this.driver = browser.driver;
    this.site = site;
  }

  /**
   * Loads the page from scratch, and waits for its figure.
   * @param {string} [fragment] "": that of the default state
   * @param {string} [url]
   */
  open(fragment = "", url = this.site.url) {
    return this.#load(`${url}#${fragment || plainWalk}`);
  }

  /** Does the same without a fragment: the page opens its first screen. @param {string} [url] */
  openFirstScreen(url = this.site.url) {
    return this.#load(url);
  }

  /**
   * Replaces what the browser has kept from earlier visits. The page, which would have read that before, is left for it.
   * @param {Readonly<Record<string, unknown>>} [kept] by its key
   */
  async leaveWith(kept = {}) {
    await this.#collectProblems();
    await this.driver.get(`${this.site.url}nothing.html`);
    await this.run((_, all) => {
      window.localStorage.clear();
      for (const [key, value] of Object.entries(all)) window.localStorage.setItem(key, JSON.stringify(value));
    }, kept);
  }

  /** @param {string} address */
  async #load(address) {
    await this.#collectProblems();
    await this.driver.get("about:blank");
    if (this.name === "chromium") await this.driver.manage().logs().get(logging.Type.PERFORMANCE);
    this.site.requests.length = 0;
    await this.driver.get(address);
    await this.started();
  }

  /** Waits for the figure, and for the parts that are loaded after it. */
  async started() {
    await this.until(
      ({ explorer, figure, find }) =>
        explorer?.whole && figure?.tables.length > 0 && find("attention-stage-figure", "canvas").width > 0,
      "no figure on the page",
    );
  }

  /**
   * Waits until something is true in the page.
   * @param {(tools: Tools, ...args: any[]) => unknown} inPage runs in the page, where only its arguments are available
   * @param {string} message of the error if it never is
   * @param {...unknown} args plain data or elements
   */
  async until(inPage, message, ...args) {
    await eventually(async () => {
      if (!(await waitInPage(this.driver, tools, inPage, args))) throw new Error(message);
    });
  }

  /**
   * Follows a link to another state without loading the page again.
   * @param {string} fragment "": that of the default state
   */
  async follow(fragment) {
    await this.run((_, to) => void (window.location.hash = to), fragment || plainWalk);
  }

  /**
   * @template T
   * @param {(tools: Tools, ...args: any[]) => T} inPage runs in the page, where only its arguments are available
   * @param {...unknown} args plain data or elements
   */
  run(inPage, ...args) {
    return runInPage(this.driver, tools, inPage, args);
  }

  /** @returns {Promise<State>} */
  state() {
    return this.run(({ explorer }) => explorer.state);
  }

  /** @returns {Promise<string>} the link's part after "#" */
  fragment() {
    return this.run(() => window.location.hash.slice(1));
  }

  /**
   * @param {string} component
   * @param {string} selector
   * @returns {Promise<Element>}
   */
  part(component, selector) {
    return eventually(async () => {
      const element = await this.run(({ find }, ...path) => find(path[0], path[1]), component, selector);
      if (!element) throw new Error(`no ${selector} in ${component}`);
      return /** @type {Element} */ (element);
    });
  }

  /**
   * @param {string} component
   * @param {string} selector
   * @returns {Promise<string[]>} the visible text of each of these elements, on one line
   */
  texts(component, selector) {
    return this.run(
      ({ findAll }, ...path) =>
        findAll(path[0], path[1])
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => (element.textContent ?? "").replace(/\s+/g, " ").trim()),
      component,
      selector,
    );
  }

  /**
   * @param {string} component
   * @param {string} selector
   * @param {string} name
   * @returns {Promise<string[]>}
   */
  attributes(component, selector, name) {
    return this.run(
      ({ findAll }, ...path) => findAll(path[0], path[1]).map((element) => element.getAttribute(path[2]) ?? ""),
      component,
      selector,
      name,
    );
  }

  /**
   * Clicks on a part once it stands still: WebDriver clicks where it has just been, and while the page loads its parts or
   * scrolls, something else may be there by then.
   * @param {string} component
   * @param {string} selector
   */
  async click(component, selector) {
    const clicked = await eventually(async () => {
      const { element, stands } = await this.run(
        async ({ find }, ...path) => {
          const element = find(path[0], path[1]);
          if (!element) return { element };
          const place = () => JSON.stringify(element.getBoundingClientRect());
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
          element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
          const before = place();
          await frame();
          await frame();
          return { element, stands: place() === before };
        },
        component,
        selector,
      );
      if (!element) throw new Error(`no ${selector} in ${component}`);
      if (!stands) throw new Error(`${selector} in ${component} is moving`);
      return /** @type {Element} */ (element);
    });
    await clicked.click();
  }

  /**
   * Opens what is folded, as a reader would: by a click on its summary, and another when the page was still moving and the
   * first one hit something else.
   * @param {string} component
   * @param {string} selector of the details element
   */
  async unfold(component, selector) {
    const summary = await this.part(component, `${selector} > summary`);
    const isOpen = () => this.run((_, { parentElement }) => /** @type {any} */ (parentElement).open, summary);
    await eventually(async () => {
      if (await isOpen()) return;
      await summary.click();
      throw new Error(`${selector} in ${component} is closed`);
    });
  }

  /**
   * Types into a field, replacing its text.
   * @param {string} component
   * @param {string} selector
   * @param {...string} keys
   */
  async retype(component, selector, ...keys) {
    const field = await this.part(component, selector);
    await this.run((_, element) => {
      element.focus();
      element.select();
    }, field);
    await this.press(...keys); // otherwise WebDriver types at the end of fields inside components
  }

  /**
   * Presses keys in the element that has the focus.
   * @param {...string} keys
   */
  async press(...keys) {
    await this.driver
      .actions()
      .sendKeys(...keys)
      .perform();
  }

  /**
   * Enters text that WebDriver cannot type in every browser, such as emoji.
   * @param {string} field id
   * @param {string} text
   */
  async enter(field, text) {
    await this.run(
      ({ find }, id, value) => {
        const input = find("sentence-bar", `#${id}`) ?? find("attention-control-bar", `#${id}`);
        input.focus();
        input.value = value;
        for (const kind of ["input", "change"])
          input.dispatchEvent(new InputEvent(kind, { bubbles: true, composed: true }));
      },
      field,
      text,
    );
  }

  tables() {
    return this.run(({ tables }) => tables());
  }

  /** What each part of the page shows about the current stage, read at one moment. */
  standing() {
    return this.run(({ explorer, find, findAll, tables }) => ({
      state: /** @type {State} */ (explorer.state),
      stages: findAll("attention-stage-strip", "button").map((button) => button.dataset.stage ?? ""),
      current: findAll("attention-stage-strip", '[aria-current="step"]').map((button) => button.dataset.stage ?? ""),
      title: find("attention-stage-panel", "h2").textContent.trim(),
      announced: find("attention-explorer", "div[role=status]").textContent.trim(),
      region: find("attention-explorer", "#figure").ariaLabel ?? "",
      tables: tables(),
    }));
  }

  /**
   * Where the figure draws a number: the middle of its cell, in px from the corner of the canvas.
   * @param {string} cell "weights 0,1,2"
   */
  async boxOf(cell) {
    const { matrix, row, column, zoom } = await this.run(({ figure, find }, key) => {
      const shown = find("attention-stage-figure", `td[data-cell="${key}"]`);
      const id = shown.closest("table").dataset.matrix;
      const { x, y, cellWidth, cellHeight, block, blockGap } = figure.tables.find(
        (/** @type {any} */ drawn) => drawn.id === id,
      );
      const matrix = { x, y, cellWidth, cellHeight, block, blockGap };
      const zoom = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      return { matrix, row: shown.parentElement.sectionRowIndex, column: shown.cellIndex - 1, zoom };
    }, cell);
    const { x, y, width, height } = boxOf(/** @type {any} */ (matrix), row, column);
    return { x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom };
  }

  /**
   * Scrolls a cell into view, and returns its middle in the window's coordinates.
   * @param {string} cell "weights 0,1,2"
   */
  async pointAt(cell) {
    const { x, y, width, height } = await this.boxOf(cell);
    return this.run(
      ({ find }, left, top) => {
        const canvas = find("attention-stage-figure", "canvas");
        canvas.parentElement.scrollLeft = left - canvas.parentElement.clientWidth / 2;
        window.scrollBy(0, canvas.getBoundingClientRect().top + top - window.innerHeight / 2);
        const corner = canvas.getBoundingClientRect();
        return { x: Math.round(corner.left + left), y: Math.round(corner.top + top) };
      },
      x + width / 2,
      y + height / 2,
    );
  }

  /** @returns {Promise<number>} the number of different colours in the figure; 1 if it is blank */
  colours() {
    return this.run(({ pixels }) => new Set(pixels().colours).size);
  }

  /** @returns {Promise<string[]>} addresses of everything that was loaded; in Chromium from its own log */
  async requested() {
    const entries = await this.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
    const known = entries.filter((name) => !name.startsWith("data:"));
    if (this.name !== "chromium") return known;
    const log = await this.driver.manage().logs().get(logging.Type.PERFORMANCE);
    const requests = log.map(({ message }) => JSON.parse(message).message.params.request?.url ?? "");
    return [
      ...known,
      ...requests.filter((url) => /^(?!data:|blob:|about:)./.test(url)).map((url) => url.split("#")[0]),
    ];
  }

  /** @returns {Promise<string[]>} the errors since the last call */
  async problems() {
    await this.#collectProblems();
    return this.#problems.splice(0);
  }

  async #collectProblems() {
    this.#problems.push(...(await this.run(() => /** @type {any} */ (window).problems?.splice(0) ?? [])));
    if (this.name !== "chromium") return;
    const entries = await this.driver.manage().logs().get(logging.Type.BROWSER);
    this.#problems.push(...entries.map(({ message }) => message));
  }

  /**
   * Emulates another window size, screen or preference, in Chromium; without an argument, resets them.
   * @param {{width?: number, height?: number, pixels?: number, media?: Record<string, string>}} [look] pixels: device pixels
   *   for each CSS pixel; media: media features
   */
  async look({ width = 0, height = 0, pixels = 0, media = {} } = {}) {
    const metrics = { width, height, deviceScaleFactor: pixels, mobile: false };
    await this.devtools("Emulation.clearDeviceMetricsOverride");
    if (width) await this.devtools("Emulation.setDeviceMetricsOverride", metrics);
    const features = Object.entries(media).map(([name, value]) => ({ name, value }));
    await this.devtools("Emulation.setEmulatedMedia", { features });
  }

  /**
   * Sends a command of Chromium's own protocol, for functions that WebDriver does not have.
   * @param {string} command
   * @param {object} [parameters]
   * @returns {Promise<any>}
   */
  devtools(command, parameters = {}) {
    const driver = /** @type {import("selenium-webdriver/chromium.js").ChromiumWebDriver} */ (this.driver);
    return driver.sendAndGetDevToolsCommand(command, parameters);
  }
}
