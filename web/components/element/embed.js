/**
 * The script of the page in the iframe. The element shows the state in the address, and the parent page can change it
 * by messages.
 */
import "./attention-stepper.js";
import { optionsOf, replyTo } from "./frame-messages.js";

/** @typedef {import("./element.js").AttentionStepper} AttentionStepper */

/** The height of the content, in whole px so that a frame of this height needs no scrollbar. */
const contentHeight = () => Math.ceil(document.body.getBoundingClientRect().height);

/**
 * Notes whether the frame is as high as its content; embed.css then leaves the scrollbar out. It waits for the next
 * frame, because the layout must not change while the browser reports sizes.
 */
const noteFit = () =>
  requestAnimationFrame(() =>
    document.documentElement.toggleAttribute("data-fits", contentHeight() <= window.innerHeight),
  );

/**
 * Exchanges messages with the parent page; frame-messages.js describes them.
 * @param {AttentionStepper} stepper
 * @param {string} origin of the parent page; "" if it is unknown, and then only the height is sent
 */
function connectParent(stepper, origin) {
  const { parent } = window;
  if (parent === window) return;
  // The height is no secret, so it is sent to a parent page of any origin, which can then resize the iframe.
  stepper.addEventListener("attention-resize", () =>
    parent.postMessage({ type: "attention-resize", height: contentHeight() }, origin || "*"),
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
const { attributes, origin, problems } = optionsOf(window.location.search);
for (const [name, value] of Object.entries(attributes)) stepper.setAttribute(name, value);
if (attributes.theme) document.documentElement.dataset.theme = attributes.theme;
problems.reverse().forEach(showProblem);
readAddress(stepper);
window.addEventListener("hashchange", () => readAddress(stepper));
connectParent(stepper, origin);
stepper.addEventListener("attention-resize", noteFit);
window.addEventListener("resize", noteFit);
