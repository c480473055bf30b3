/**
 * Whether the reader points with a finger: such a pointer cannot hover, and there is seldom a keyboard. Hints then speak of
 * tapping.
 */
export const isTouch = () => window.matchMedia("(hover: none) and (pointer: coarse)").matches;
