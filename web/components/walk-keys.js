/**
 * Where a key walks to: a stage back or on, or nowhere. Keys that a control needs are left to it.
 * @param {KeyboardEvent} event
 * @returns {-1 | 0 | 1}
 */
export function walkStep(event) {
  if (!isFree(event) || !walks(event.composedPath())) return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}

/** @param {KeyboardEvent} event @returns {boolean} whether nobody has used the key, and no other is held */
export const isFree = (event) => !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey);

/**
 * Whether arrow keys walk the stages from here: where nothing has the focus, or the figure as a whole, in the strip, and
 * beside its buttons.
 * @param {EventTarget[]} path
 */
const walks = ([target, ...around]) =>
  target === document.body ||
  (target instanceof HTMLElement && target.matches("#figure")) ||
  [target, ...around].some((place) => place instanceof HTMLElement && place.matches("stage-strip, .ways, #title"));
