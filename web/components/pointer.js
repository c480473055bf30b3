/** Asked for once: a new list of each step of a slider would cost time. */
const touch = globalThis.matchMedia?.("(hover: none) and (pointer: coarse)");

/**
 * Whether the reader points with a finger: such a pointer cannot hover, and there is seldom a keyboard. Hints then speak of
 * tapping.
 */
export const isTouch = () => touch?.matches ?? false;
