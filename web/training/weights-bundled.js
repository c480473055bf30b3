import pronoun, { words } from "./weights/pronoun.npz";

/** The weights of the pronoun's model that ship, and its words in the order of their embeddings, inside a bundle. */
export { pronoun, words };
