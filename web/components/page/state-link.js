import { fragmentOrNull, stateFromFragment } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */

/**
 * The state in the address bar: the one given, where the link is that one's own.
 * @param {State} [state]
 * @returns {State}
 * @throws {AttentionError} for a link that cannot be read
 */
export function linkedState(state) {
  const fragment = window.location.hash.slice(1);
  return state && fragment === fragmentOrNull(state) ? state : stateFromFragment(fragment);
}

/** Whether the link in the address bar says itself which number is asked about. */
export const asksByLink = () => /[#&]cell=/.test(window.location.hash);

/**
 * Puts a state into the address bar, or none where it is too large for a link.
 * @param {State} state
 * @returns {boolean} whether a link can hold it
 */
export function linkState(state) {
  const { pathname, search } = window.location;
  const fragment = fragmentOrNull(state);
  history.replaceState(null, "", fragment ? `#${fragment}` : pathname + search);
  return fragment !== null;
}
