/**
 * What is said after the last tile. Sums of values are divided only at the end, so that they overflow before a context does.
 * @param {number} difference the largest between the context of the tiles and that of the walk
 */
export const endId = (difference) => (Number.isFinite(difference) ? "tiles-end" : "tiles-overflow");
