/**
 * The stage that an arrow key leads to: left and right walk where nothing has the focus, or the figure as a whole, in the
 * strip, and beside its buttons; elsewhere these keys are a control's own.
 * @param {KeyboardEvent} event
 * @param {readonly string[]} stages of the walk
 * @param {string} stage in view
 * @returns {string | undefined}
 */
export function stageAfterKey(event, stages, stage) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  return step !== undefined && walks(event.composedPath()) ? stages[stages.indexOf(stage) + step] : undefined;
}

/** @param {KeyboardEvent} event whether it is another's: handled already, or the browser's */
export const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey }) =>
  defaultPrevented || ctrlKey || metaKey || altKey;

/** @param {EventTarget[]} path */
const walks = ([target, ...around]) =>
  target === document.body ||
  (target instanceof HTMLElement && target.matches("#figure")) ||
  [target, ...around].some((place) => place instanceof HTMLElement && place.matches("stage-strip, .ways, #title"));
