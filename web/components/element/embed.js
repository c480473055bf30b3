/** The page of an iframe: the element, told what to show by the page's address and by messages of the page around. */
import "./attention-stepper.js";
import { optionsOf, replyTo } from "./messages.js";

/** @typedef {import("./element.js").AttentionStepper} AttentionStepper */

/**
 * @param {AttentionStepper} stepper
 * @param {string} origin of the page around; "" where nobody is told anything but the height
 */
function talk(stepper, origin) {
  const around = window.parent;
  if (around === window) return;
  // How high it is gives nothing away, and an iframe that nobody named can be resized too.
  stepper.addEventListener("attention-resize", () =>
    around.postMessage({ type: "attention-resize", height: document.body.offsetHeight }, origin || "*"),
  );
  if (origin === "") return;
  for (const type of ["attention-ready", "attention-step", "attention-change"])
    stepper.addEventListener(type, (event) =>
      around.postMessage({ type, .../** @type {CustomEvent} */ (event).detail }, origin),
    );
  window.addEventListener("message", (event) => {
    if (event.source !== around || event.origin !== origin) return;
    around.postMessage(replyTo(event.data, stepper), origin);
  });
}

/** @param {string} text */
function tell(text) {
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = text;
  document.body.prepend(line);
}

/** @param {AttentionStepper} stepper */
function follow(stepper) {
  const fragment = window.location.hash.slice(1);
  if (fragment === "") stepper.removeAttribute("state");
  else stepper.setAttribute("state", fragment);
}

const stepper = /** @type {AttentionStepper} */ (document.querySelector("attention-stepper"));
const { attributes, origin, problem } = optionsOf(window.location.search);
for (const [name, value] of Object.entries(attributes)) stepper.setAttribute(name, value);
if (attributes.theme) document.documentElement.dataset.theme = attributes.theme;
if (problem) tell(problem);
follow(stepper);
window.addEventListener("hashchange", () => follow(stepper));
talk(stepper, origin);
