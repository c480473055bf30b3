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
  return changesStage(path) ? stages[stages.indexOf(stage) + wayOf(event)] : undefined;
}

/** Where a left or right arrow key leads in the text that has the focus: -1 back, 1 on; NaN for any other key. @param {KeyboardEvent} event */
function wayOf(event) {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? NaN;
  const [focused] = event.composedPath();
  return getComputedStyle(/** @type {Element} */ (focused)).direction === "rtl" ? -way : way;
}

/**
 * What a key asks of questions that come one after the other, wherever on the page the focus is: 1 to 9 choose the option of that
 * number, Enter goes on, the left and right arrow keys go back and on. Null where the key is meant for something else: a field, a
 * dialog, a figure with the focus (which has its own arrows and Enter), a button (which has its own Enter), or a shortcut of
 * the browser; where the questions are not in view; and where a key that is held down repeats itself.
 * @param {KeyboardEvent} event
 * @param {Element} host what shows the questions
 * @param {(focused: Element) => boolean} isOwn whether a field or a button belongs to the question in such a way that Enter on it goes on
 * @returns {{asks: "option", number: number} | {asks: "enter"} | {asks: "back" | "on"} | null}
 */
export function questionKey(event, host, isOwn) {
  const path = event.composedPath();
  const [focused] = path;
  if (isHandled(event) || event.repeat || !(focused instanceof Element) || host.getClientRects().length === 0)
    return null;
  const isIn = (/** @type {string} */ selector) =>
    path.some((node) => node instanceof Element && node.matches(selector));
  if (isIn("dialog")) return null;
  const { key, shiftKey } = event;
  if (key === "Enter" && isOwn(focused)) return { asks: "enter" };
  if (focused.matches("input, select, textarea")) return null;
  if (/^[1-9]$/.test(key)) return { asks: "option", number: Number(key) };
  if (isIn(".figure")) return null;
  if (key === "Enter") return focused.matches("a, button, summary") ? null : { asks: "enter" };
  const way = shiftKey ? NaN : wayOf(event); // with Shift, arrow keys select text
  return Number.isNaN(way) ? null : { asks: way < 0 ? "back" : "on" };
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
