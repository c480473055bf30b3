/** What does not hold together on a phone: cut or broken text, and targets that a finger cannot tell apart. */

/**
 * Checks what a place shows. What is wider than a box is fine where the box scrolls and shows so; a target in a line of text may
 * be as small as the line (WCAG 2.5.8).
 * @param {import("./page.js").Page} page
 * @returns {Promise<string[]>} the problems of the page in its present state
 */
export const phoneProblems = (page) =>
  page.run(() => {
    const name = (/** @type {any} */ element) =>
      `${element.getRootNode().host?.localName ?? ""} ${element.localName}${element.id ? `#${element.id}` : ""}${element.className ? `.${element.className}` : ""} "${(element.ariaLabel ?? element.textContent).replace(/\s+/g, " ").trim().slice(0, 40)}"`;
    /** @param {Element} element @returns {Element | null} what contains it on the screen, also across shadow roots */
    const container = (element) =>
      element.assignedSlot ?? element.parentElement ?? /** @type {any} */ (element.getRootNode()).host ?? null;
    /** @param {Element} element @returns {Element[]} from the innermost to the outermost */
    const containers = (element) => {
      const outer = container(element);
      return outer ? [outer, ...containers(outer)] : [];
    };
    /** @param {Element | ShadowRoot} root @returns {Element[]} */
    const inside = (root) =>
      [...root.children].flatMap((child) => [
        child,
        ...(child.shadowRoot ? inside(child.shadowRoot) : []),
        ...inside(child),
      ]);
    const isVisible = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true });
    /** What is known of elements: most are within others that have been asked. @type {Map<Element, boolean>} */
    const known = new Map();
    /** @param {Element} element @returns {boolean} whether it or what it is within is clipped */
    const isClipped = (element) => {
      const before = known.get(element);
      if (before !== undefined) return before;
      const outer = container(element);
      const is = getComputedStyle(element).clipPath !== "none" || (outer !== null && isClipped(outer));
      known.set(element, is);
      return is;
    };
    const all = inside(document.body).filter((element) => isVisible(element) && !isClipped(element));

    const said =
      (document.body.textContent ?? "") + all.map((element) => element.shadowRoot?.textContent ?? "").join(" ");
    /** Whether a box that scrolls sideways shows it: by a shade at its edges, or by words below it. @param {Element} box */
    const showsThatItScrolls = (box) => {
      const { backgroundImage, maskImage } = getComputedStyle(box);
      return `${backgroundImage} ${maskImage}`.includes("gradient") || (box.ariaLabel && said.includes(box.ariaLabel));
    };
    const cut = all.filter((box) => {
      const { overflowX } = getComputedStyle(box);
      if (overflowX === "visible" || box.scrollWidth <= box.clientWidth + 1) return false;
      if (box.matches("input, textarea")) return false; // the caret scrolls them
      return !/auto|scroll/.test(overflowX) || !showsThatItScrolls(box);
    });

    const texts = all.flatMap((element) =>
      element.closest("math, svg")
        ? []
        : [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim()),
    );
    const range = document.createRange();
    const beyond = texts.filter((node) => {
      range.selectNodeContents(node);
      const isInBox = containers(/** @type {Element} */ (node.parentElement))
        .concat(/** @type {Element} */ (node.parentElement))
        .some((box) => getComputedStyle(box).overflowX !== "visible");
      return !isInBox && range.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5;
    });
    /** Words and numbers whose parts stand on several lines. */
    const broken = texts.flatMap((node) => {
      const text = node.textContent ?? "";
      return [...text.matchAll(/([±<>÷×] ?)?[−-]?\d[\d.,]*( %|\u00a0×\u00a010[⁻⁰¹²³⁴-⁹]+)?|[\p{L}\d]{2,}/gu)].flatMap(
        ({ 0: word, index }) => {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => top);
          return Math.max(...tops) - Math.min(...tops) > 6 ? [[word, node.parentElement]] : [];
        },
      );
    });

    const targets = all.filter((element) =>
      element.matches("button, input, select, summary, textarea, a[href], [tabindex='0'][role=button]"),
    );
    const boxesOf = (/** @type {Element} */ element) =>
      [element, .../** @type {any} */ (/** @type {any} */ (element).labels ?? [])].map((box) =>
        box.getBoundingClientRect(),
      );
    const isInText = (/** @type {Element} */ element) =>
      getComputedStyle(element).display.startsWith("inline") &&
      [...(container(element)?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const small = targets.filter((element) => {
      if (isInText(element)) return false;
      return !boxesOf(element).some(({ width, height }) => width >= 23.9 && height >= 23.9);
    });
    const size = (/** @type {Element} */ element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${Math.round(width)} x ${Math.round(height)}`;
    };
    return [
      ...(document.documentElement.scrollWidth > document.documentElement.clientWidth
        ? ["the page scrolls sideways"]
        : []),
      ...cut.map((box) => `cut: ${name(box)} ${box.scrollWidth} in ${box.clientWidth}`),
      ...beyond.map((node) => `beyond the window: ${name(node.parentElement)}`),
      ...broken.map(([word, element]) => `broken: ${word} in ${name(element)}`),
      ...small.map((element) => `small: ${name(element)} ${size(element)}`),
    ];
  });
