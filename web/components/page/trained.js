/** The trained model, and the panel that shows what it answers. Loaded when a state needs it. */
import "../trained/trained-panel.js";

export { text } from "../../lessons/trained-words-en.js";
export { pronounFacts } from "../../training/trained-facts.js";
export { addTrained, pronoun } from "../../training/trained.js";
