/** The script of the iframe's page: the element shows what the address says, and what the parent page asks for in messages. */
import "./attention-stepper.js";
import { optionsOf, replyTo } from "./messages.js";

/** @typedef {import("./element.js").AttentionStepper} AttentionStepper */

/**
 * Exchanges messages with the parent page.
 * @param {AttentionStepper} stepper
 * @param {string} origin of the parent page; "" where it gets nothing but the height
 */
function connectParent(stepper, origin) {
  const { parent } = window;
  if (parent === window) return;
  // The height reveals nothing, so every parent page gets it and can resize the iframe.
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

/** @param {string} text */
function showProblem(text) {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = text;
  document.body.prepend(line);
}

/** Shows the state in the address. @param {AttentionStepper} stepper */
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
