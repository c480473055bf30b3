import { fragmentInAddressBar } from "../language-link.js";
import { isPlaceAlone, placeOf } from "../places.js";
import { changeState, defaultState } from "../../state/state.js";
import { firstScreen } from "../../state/recipes/trained-models.js";
import { fragmentOrNull, readLink } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */

/** What the page shows where its address names no state. */
export const firstState = changeState(defaultState, firstScreen);

/** The fragment of the default state, which has no fields to write: without any, the page shows its first screen. */
const defaultFragment = `recipe=${defaultState.recipe}`;

/** A state's fragment, which is never empty. @param {State} state @returns {string | null} null where it would be too long */
export function fragmentFor(state) {
  const fragment = fragmentOrNull(state);
  return fragment === "" ? defaultFragment : fragment;
}

/**
 * The state that the address bar contains, as far as it is valid; that of the first screen where it contains none.
 * @param {State} [state] the current state; it is returned as it is if the address bar contains the same state
 * @returns {ReturnType<typeof readLink>}
 */
export function stateInAddressBar(state) {
  const whole = fragmentInAddressBar();
  if (whole === "" || isPlaceAlone(whole) || placeOf(whole) !== "explore") return { state: firstState, leftOut: [] };
  return state && whole === fragmentFor(state) ? { state, leftOut: [] } : readLink(whole);
}
