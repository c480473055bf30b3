/**
 * The at-rules for styles that depend on how wide the space is, in elements that <attention-stepper> has too. On the page,
 * that is the window; in <attention-stepper>, its container (element/container-breakpoints.js).
 */
import { unsafeCSS } from "lit";

import { anyPhone, narrow, onItsSide, phone } from "./styles.js";

/** As narrow as a phone held upright. */
export const onPhone = unsafeCSS(`@media ${phone}`);

/** As narrow or as low as on a phone, upright or on its side. */
export const onAnyPhone = unsafeCSS(`@media ${anyPhone}`);

/** Too narrow for columns side by side. */
export const onNarrow = unsafeCSS(`@media ${narrow}`);

/** On the screen of a phone on its side, where words are beside the figure. */
export const onSidewaysPhone = unsafeCSS(`@media screen and ${onItsSide}`);
