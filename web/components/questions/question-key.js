import { arrowStep, isHandled } from "../keyboard.js";

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
  const step = shiftKey ? 0 : arrowStep(key, focused); // with Shift, arrow keys select text
  return step === 0 ? null : { asks: step < 0 ? "back" : "on" };
}
