/** The places of the page: Explore, the walk (one pass through the stages of attention), and Train, where a model learns. */
export const places = Object.freeze(/** @type {const} */ (["explore", "train"]));

/** @typedef {typeof places[number]} Place */

/**
 * The place that a link opens: Explore, unless it names Train.
 * @param {string} fragment the part of a link after "#"
 * @returns {Place}
 */
export const placeOf = (fragment) => (/(^|&)place=train(&|$)/.test(fragment) ? "train" : "explore");

/** Whether a link names only a place: it goes there, and what is shown there stays as it is. @param {string} fragment */
export const isPlaceAlone = (fragment) => places.some((place) => fragment === `place=${place}`);
