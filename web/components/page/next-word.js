/** What shows the next word: beside a trained model that guesses it, and at every output. Loaded when it is needed. */
import "../trained/next-word-panel.js";
import "../trained/output-to-word.js";
