/** Checks that axe does not make: overflowing elements, text and targets that are too small, and the order of headings. */

/**
 * @param {import("./page.js").Page} page
 * @returns {Promise<string[]>} the problems of the page in its present state
 */
export const audit = (page) =>
  page.run(({ hosts }) => {
    const isVisible = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
    const name = (/** @type {any} */ element) =>
      `${element.getRootNode().host?.localName ?? ""} ${element.localName} ${element.id || element.className} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 30)}"`;

    /** @param {Element} element @returns {Element | null} the element that contains it on the screen, also across shadow roots */
    const container = (element) =>
      element.assignedSlot ?? element.parentElement ?? /** @type {any} */ (element.getRootNode()).host ?? null;
    /** @param {Element} element @returns {boolean} whether a container scrolls or clips it */
    const isContained = (element) => {
      const outer = container(element);
      return !!outer && (getComputedStyle(outer).overflowX !== "visible" || isContained(outer));
    };
    /** @param {Element | ShadowRoot} root @returns {Element[]} in the order in which they are displayed */
    const inside = (root) =>
      [...root.children].flatMap((child) => [child, ...(child.shadowRoot ? inside(child.shadowRoot) : inside(child))]);
    const all = inside(document.body).filter(isVisible);

    const isWide = (document.scrollingElement?.scrollWidth ?? 0) > window.innerWidth;
    const wide = all.filter((one) => one.getBoundingClientRect().right > window.innerWidth + 0.5 && !isContained(one));
    // Where text goes from right to left, it is cut here.
    const beyondLeft = all.filter(
      (one) =>
        one.getBoundingClientRect().left < -0.5 && getComputedStyle(one).clipPath === "none" && !isContained(one),
    );

    const withText = all.filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    const tooSmallText = withText.filter((element) => {
      const { clipPath, fontSize } = getComputedStyle(element);
      const isHidden = clipPath !== "none" || element.closest("math, .visually-hidden");
      const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1; // also where it is rotated
      const size = Math.round(100 * scale * parseFloat(fontSize)) / 100; // a scale of 1 can be 0.9999
      return !isHidden && size < (element.matches("sub, sup") ? 11 : 13);
    });

    const targets = all.filter((element) => element.matches("button, input, select, summary, textarea, a[href]"));
    const tooSmallTargets = targets.filter((element) => {
      const labels = /** @type {HTMLInputElement} */ (element).labels ?? [];
      const boxes = [element, ...labels].map((box) => box.getBoundingClientRect());
      const isInText = element.matches("a") && getComputedStyle(element).display === "inline";
      return !isInText && !boxes.some(({ width, height }) => width >= 23.9 && height >= 23.9);
    });

    const headings = all.filter((element) => /^H[1-6]$/.test(element.tagName));
    const skipped = headings.filter((heading, at) => {
      const [level, before] = [heading, headings[at - 1]].map((one) => Number(one?.tagName[1] ?? 0));
      return Number(level) > Number(before) + 1;
    });

    /** @type {[string, Element[]][]} */
    const found = [
      ["overflows the window", isWide ? wide : []],
      ["beyond the left edge", beyondLeft],
      ["text under 13 px", tooSmallText],
      ["target under 24 px", tooSmallTargets],
      ["heading out of order", skipped],
    ];
    return [
      ...(isWide ? [`the page scrolls sideways to ${document.scrollingElement?.scrollWidth}`] : []),
      ...found.flatMap(([what, elements]) => elements.map((element) => `${what}: ${name(element)}`)),
      ...(headings.filter(({ tagName }) => tagName === "H1").length === 1 ? [] : ["not one main heading"]),
      ...(document.documentElement.lang ? [] : ["no language"]),
      ...(hosts.length > 0 ? [] : ["no page"]),
    ];
  });
