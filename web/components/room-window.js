/**
 * The at-rules for styles that depend on how much room there is, in elements that <attention-stepper> has too. On the page,
 * room is that of the window; in <attention-stepper>, that of its container (element/room-container.js).
 */
import { unsafeCSS } from "lit";

import { anyPhone, narrow, onItsSide, phone } from "./styles.js";

/** As narrow as a phone held upright. */
export const onPhone = unsafeCSS(`@media ${phone}`);

/** As little room as on a phone, upright or on its side. */
export const onAnyPhone = unsafeCSS(`@media ${anyPhone}`);

/** Too narrow for columns side by side. */
export const onNarrow = unsafeCSS(`@media ${narrow}`);

/** On the screen of a phone on its side, where words are beside the figure. */
export const onSidewaysPhone = unsafeCSS(`@media screen and ${onItsSide}`);
