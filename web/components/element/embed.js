/**
 * The script of the page in the iframe. The element shows the state in the address, and the parent page can change it
 * by messages.
 */
import "./attention-stepper.js";
import { optionsOf, replyTo } from "./messages.js";

/** @typedef {import("./element.js").AttentionStepper} AttentionStepper */

/**
 * Exchanges messages with the parent page; messages.js describes them.
 * @param {AttentionStepper} stepper
 * @param {string} origin of the parent page; "" if it is unknown, and then only the height is sent
 */
function connectParent(stepper, origin) {
  const { parent } = window;
  if (parent === window) return;
  // The height is no secret, so it is sent to a parent page of any origin, which can then resize the iframe.
  stepper.addEventListener("attention-resize", () =>
    parent.postMessage({ type: "attention-resize", height: document.body.offsetHeight }, origin || "*"),
  );
  if (origin === "") return;
  for (const type of ["attention-ready", "attention-step", "attention-change"])
    stepper.addEventListener(type, (event) =>
      parent.postMessage({ type, .../** @type {CustomEvent} */ (event).detail }, origin),
    );
  window.addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== origin) return;
    parent.postMessage(replyTo(event.data, stepper), origin);
  });
}

/** Shows a message at the top of the page. @param {string} text */
function showProblem(text) {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = text;
  document.body.prepend(line);
}

/**
 * Shows the state in the fragment of the address; the default state if there is none.
 * @param {AttentionStepper} stepper
 */
function readAddress(stepper) {
  const fragment = window.location.hash.slice(1);
  if (fragment === "") stepper.removeAttribute("state");
  else stepper.setAttribute("state", fragment);
}

const stepper = /** @type {AttentionStepper} */ (document.querySelector("attention-stepper"));
const { attributes, origin, problem } = optionsOf(window.location.search);
for (const [name, value] of Object.entries(attributes)) stepper.setAttribute(name, value);
if (attributes.theme) document.documentElement.dataset.theme = attributes.theme;
if (problem) showProblem(problem);
readAddress(stepper);
window.addEventListener("hashchange", () => readAddress(stepper));
connectParent(stepper, origin);
