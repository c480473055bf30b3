/** What axe does not check: elements that overflow, text and targets that are too small, and the order of headings. */

/**
 * @param {import("./page.js").Page} page
 * @returns {Promise<string[]>} what is wrong in the page as it is
 */
export const audit = (page) =>
  page.run(({ hosts }) => {
    const seen = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
    const name = (/** @type {any} */ element) =>
      `${element.getRootNode().host?.localName ?? ""} ${element.localName} ${element.id || element.className} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 30)}"`;

    /** @param {Element} element @returns {Element | null} what it stands in on the screen, through shadow roots */
    const around = (element) =>
      element.assignedSlot ?? element.parentElement ?? /** @type {any} */ (element.getRootNode()).host ?? null;
    /** @param {Element} element @returns {boolean} whether something around it scrolls or cuts it off */
    const isContained = (element) => {
      const outer = around(element);
      return !!outer && (getComputedStyle(outer).overflowX !== "visible" || isContained(outer));
    };
    /** @param {Element | ShadowRoot} root @returns {Element[]} in the order of the screen */
    const inside = (root) =>
      [...root.children].flatMap((child) => [child, ...(child.shadowRoot ? inside(child.shadowRoot) : inside(child))]);
    const all = inside(document.body).filter(seen);

    const isWide = (document.scrollingElement?.scrollWidth ?? 0) > window.innerWidth;
    const wide = all.filter((one) => one.getBoundingClientRect().right > window.innerWidth + 0.5 && !isContained(one));

    const read = all.filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    const unread = read.filter((element) => {
      const { clipPath, fontSize } = getComputedStyle(element);
      const isHidden = clipPath !== "none" || element.closest("math, .visually-hidden");
      return !isHidden && parseFloat(fontSize) < (element.matches("sub, sup") ? 11 : 13);
    });

    const targets = all.filter((element) => element.matches("button, input, select, summary, textarea, a[href]"));
    const missed = targets.filter((element) => {
      const labels = /** @type {HTMLInputElement} */ (element).labels ?? [];
      const boxes = [element, ...labels].map((box) => box.getBoundingClientRect());
      const isInText = element.matches("a") && getComputedStyle(element).display === "inline";
      return !isInText && !boxes.some(({ width, height }) => width >= 23.9 && height >= 23.9);
    });

    const levels = all.filter((element) => /^H[1-6]$/.test(element.tagName));
    const skipped = levels.filter((heading, at) => {
      const [level, before] = [heading, levels[at - 1]].map((one) => Number(one?.tagName[1] ?? 0));
      return Number(level) > Number(before) + 1;
    });

    /** @type {[string, Element[]][]} */
    const found = [
      ["sticks out", isWide ? wide : []],
      ["text under 13 px", unread],
      ["target under 24 px", missed],
      ["heading out of order", skipped],
    ];
    return [
      ...(isWide ? [`the page scrolls sideways to ${document.scrollingElement?.scrollWidth}`] : []),
      ...found.flatMap(([what, elements]) => elements.map((element) => `${what}: ${name(element)}`)),
      ...(levels.filter(({ tagName }) => tagName === "H1").length === 1 ? [] : ["not one main heading"]),
      ...(document.documentElement.lang ? [] : ["no language"]),
      ...(hosts.length > 0 ? [] : ["no page"]),
    ];
  });
