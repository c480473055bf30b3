/**
 * The places of the page: Learn, a course; Explore, the walk (one pass through the stages of attention); Train, where a
 * model learns; Class, which shows what a teacher has prepared; Checkpoint, which opens a model in the reader's files; and
 * Write, where readers write attention themselves.
 */
export const places = Object.freeze(
  /** @type {const} */ (["learn", "explore", "train", "class", "checkpoint", "write"]),
);

/** @typedef {typeof places[number]} Place */

/**
 * The place that a link opens: Explore, unless it names another.
 * @param {string} fragment the part of a link after "#"
 * @returns {Place}
 */
export const placeOf = (fragment) =>
  places.find((place) => fragment.split("&").includes(`place=${place}`)) ?? "explore";

/** Whether a link names only a place: it goes there, and what is shown there stays as it is. @param {string} fragment */
export const isPlaceAlone = (fragment) => places.some((place) => fragment === `place=${place}`);
