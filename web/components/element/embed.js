/**
 * The script of the page in the iframe. The element shows the state in the address, and the parent page can change it
 * by messages.
 */
import "./attention-stepper.js";
import { FrameFit } from "../framed/frame-fit.js";
import { ParentPage } from "../framed/parent-page.js";
import { optionsOf, replyTo } from "./frame-messages.js";

/** @typedef {import("./element.js").AttentionStepper} AttentionStepper */

/**
 * Exchanges messages with the parent page; frame-messages.js describes them.
 * @param {AttentionStepper} stepper
 * @param {ParentPage} parent
 */
function connectParent(stepper, parent) {
  stepper.addEventListener("attention-resize", () => parent.tellHeight());
  for (const type of ["attention-ready", "attention-step", "attention-change"])
    stepper.addEventListener(type, (event) => parent.tell({ type, .../** @type {CustomEvent} */ (event).detail }));
  parent.answer((data) => replyTo(data, stepper));
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
connectParent(stepper, new ParentPage(origin));
const fit = new FrameFit();
stepper.addEventListener("attention-resize", fit.note);
window.addEventListener("resize", fit.note);
