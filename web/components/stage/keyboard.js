/**
 * The stage that an arrow key leads to. Left and right change the stage when nothing has the focus, or the figure as a
 * whole, the strip of stages, the panel's title and buttons, or the choice of the picture; elsewhere these keys belong to the focused control.
 * @param {KeyboardEvent} event
 * @param {readonly string[]} stages of the walk
 * @param {string} stage the one in view
 * @returns {string | undefined}
 */
export function stageAfterKey(event, stages, stage) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  return step !== undefined && changesStage(event.composedPath()) ? stages[stages.indexOf(stage) + step] : undefined;
}

/** @param {KeyboardEvent} event whether something else has handled it, or it is a shortcut of the browser */
export const isHandled = ({ defaultPrevented, ctrlKey, metaKey, altKey }) =>
  defaultPrevented || ctrlKey || metaKey || altKey;

/** @param {EventTarget[]} path of a key event, from the focused element outwards */
const changesStage = ([target, ...around]) =>
  target === document.body ||
  (target instanceof HTMLElement && target.matches("#figure")) ||
  [target, ...around].some(
    (node) => node instanceof HTMLElement && node.matches("stage-strip, .neighbours, .picture-toggle, #title"),
  );
