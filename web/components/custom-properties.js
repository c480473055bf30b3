import { css, unsafeCSS } from "lit";

import { colours, pageMargin, radius, space, type } from "../figures/tokens.js";

/** @typedef {import("../figures/tokens.js").Colours} Colours */

/**
 * A colour for the light theme and one for the dark theme.
 * @param {(theme: Colours) => string} colour
 */
const both = (colour) => unsafeCSS(`light-dark(${colour(colours.light)}, ${colour(colours.dark)})`);

/** A length that grows with the unit. @param {number} px at the usual size */
const grows = (px) => unsafeCSS(`calc(${px / 16} * var(--unit))`);

/** @param {number} length */
const px = (length) => unsafeCSS(`${length}px`);

/**
 * The constants of the design as custom properties. The page and the documentation set them at the root, <attention-stepper>
 * at itself, and all elements inherit them. The page that contains an <attention-stepper> may set those that start with
 * --attention-.
 */
export const tokens = css`
  :host {
    --unit: 1rem; /* in <attention-stepper>, it does not depend on the font size of the page around it */
    --background: ${both(({ paper }) => paper)};
    --panel: var(--attention-background, var(--background));
    --wash: ${both(({ wash }) => wash)};
    --text: var(--attention-text, ${both(({ ink }) => ink)});
    --text2: var(--attention-text, ${both(({ ink2 }) => ink2)});
    --muted: var(--attention-muted, ${both(({ ink3 }) => ink3)});
    --hairline: var(--attention-hairline, ${both(({ line }) => line)});
    --control: var(--attention-control, ${both(({ edge }) => edge)});
    --error: var(--text);
    --role-Q: ${both(({ roles }) => roles.Q)};
    --role-K: ${both(({ roles }) => roles.K)};
    --role-V: ${both(({ roles }) => roles.V)};
    --role-weights: ${both(({ roles }) => roles.weights)};
    --role-output: var(--text);
    --role-plain: var(--text2);
    --weights-soft: ${both(({ weightsTint }) => weightsTint)};
    --plus: ${both(({ plus }) => plus)};
    --minus: ${both(({ minus }) => minus)};
    --font: var(--attention-font, system-ui, sans-serif);
    /* Of what one reads; the page and the documentation bring their own. */
    --font-words: var(--attention-font-words, var(--font));
    --question: ${grows(type.question)};
    --heading: ${grows(type.heading)};
    --title: ${grows(type.title)};
    --reading: ${grows(type.reading)};
    --number: ${grows(type.number)};
    --small: ${grows(type.small)};
    ${unsafeCSS(space.map((length) => `--space-${length}: ${length}px;`).join("\n    "))}
    --page-margin: ${unsafeCSS(pageMargin)};
    --radius-data: ${px(radius.data)};
    --radius-button: ${px(radius.button)};
    --radius-round: 50%;
    --radius: var(--attention-radius, ${px(radius.tile)});
    --measure: calc(44 * var(--unit));
    --math: var(--attention-math-font, "STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre", math);
    scrollbar-color: var(--control) transparent; /* where scrollbars take space, some are white in dark mode */
  }
  @media (prefers-contrast: more) {
    :host {
      --text2: var(--text);
      --muted: var(--attention-muted, var(--text));
      --hairline: var(--attention-hairline, var(--control));
      --control: var(--attention-control, ${both(({ ink2 }) => ink2)});
    }
  }
`;

/** The same constants for a whole document. */
export const documentTokens = tokens.cssText.trim().replaceAll(":host", ":root");
