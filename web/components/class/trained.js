/** The trained models. Loaded when a screen needs one; the page's start has the module itself in a script of its own. */
export { addModels } from "../../training/add-models.js";
export { trainedAgain } from "../train/load-train-again.js";
