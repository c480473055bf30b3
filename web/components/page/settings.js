/**
 * The fields for the sentence and the settings, and the choice of a head. States that show some of them load this before their
 * first frame, the first screen after it.
 */
import "../controls/control-bar.js";
import "../controls/sentence-bar.js";
import "../figure/head-picker.js";

export { text } from "../../lessons/settings-words-en.js";
