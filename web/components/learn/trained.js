/** The trained models, and what leads from their output to the next word. Loaded when a lesson needs a model. */
import "../trained/output-to-word.js";

export { addModels } from "../../training/add-models.js";
