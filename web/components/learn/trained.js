/** The trained models. Loaded when a lesson needs one. */
export { addModels } from "../../training/add-models.js";
