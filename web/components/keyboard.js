/**
 * The stage that an arrow key leads to. The left and right arrow keys change the stage when one of these has the focus:
 * the page, the figure as a whole, the strip of stages, the map of the layer, the buttons of the panel, the hint in place of an explanation, or
 * the choice of the picture. In any other control they keep their usual meaning.
 * @param {KeyboardEvent} event
 * @param {readonly string[]} stages of the walk
 * @param {string} stage the stage in view
 * @returns {string | undefined}
 */
export function stageAfterKey(event, stages, stage) {
  const path = event.composedPath();
  const step = arrowStep(event.key, /** @type {Element} */ (path[0]));
  return step !== 0 && changesStage(path) ? stages[stages.indexOf(stage) + step] : undefined;
}

/**
 * Where a left or right arrow key leads in the direction of the text: 1 on, -1 back; 0 of any other key.
 * @param {string} key
 * @param {Element} focused
 */
export function arrowStep(key, focused) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  return step !== 0 && getComputedStyle(focused).direction === "rtl" ? -step : step;
}

/** Whether something else has handled a key, or it is a shortcut of the browser. @param {KeyboardEvent} event */
export const isHandled = ({ defaultPrevented, ctrlKey, metaKey, altKey }) =>
  defaultPrevented || ctrlKey || metaKey || altKey;

/**
 * Whether arrow keys change the stage while the first element of a path has the focus.
 * @param {EventTarget[]} path of a key event, from the focused element outwards
 */
const changesStage = ([target, ...around]) =>
  target === document.body ||
  (target instanceof HTMLElement && target.matches("#figure, .hint")) ||
  [target, ...around].some(
    (node) =>
      node instanceof HTMLElement &&
      node.matches("attention-stage-strip, attention-layer-map, .neighbours, .picture-toggle"),
  );
