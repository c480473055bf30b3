/**
 * The at-rules of window-breakpoints.js for <attention-stepper>, which may be narrow in a wide window. Its widths are in px: rem would
 * be that of the page around it, and a condition cannot read --unit.
 */
import { unsafeCSS } from "lit";

export const onPhone = unsafeCSS(`@container (max-width: 480px)`);

/** A container knows no height of the window, and no pointer. */
export const onAnyPhone = onPhone;

export const onNarrow = unsafeCSS(`@container (max-width: 960px)`);

/** Never: nothing of the element is fixed to the window. */
export const onSidewaysPhone = unsafeCSS(`@media not all`);
