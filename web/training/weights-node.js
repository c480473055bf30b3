import { readFileSync } from "node:fs";

import { vocabulary } from "./words/pronoun.js";
import { readTensorFile } from "../state/tensor-files/index.js";

/** The weights of the pronoun's model that ship, and its words in the order of their embeddings, for Node. */

/** The parameters of the pronoun's model. The last layer of a pointer has no Wo. */
const parameters = Object.freeze([
  ...["token_embedding", "position_embedding", "layers.0.Wq", "layers.0.Wk", "layers.0.Wv", "layers.0.Wo"],
  ...["layers.1.Wq", "layers.1.Wk", "layers.1.Wv"],
]);

const file = new Uint8Array(readFileSync(new URL("weights/pronoun.npz", import.meta.url)));

export const pronoun = Object.freeze(
  Object.fromEntries(parameters.map((name) => [name, readTensorFile("pronoun.npz", file, name)])),
);

export const { words } = vocabulary;
