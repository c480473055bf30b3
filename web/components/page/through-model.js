/**
 * What is shown below a figure on the way through a model: from the output to the next word, and from layer to layer; and the
 * panel of the models that guess a word. Loaded when it is needed.
 */
import "../trained/next-word-panel.js";
import "../trained/output-to-word.js";
import "../trained/two-layers.js";
