/** What a teacher has collected: this tab keeps it until it is closed. */
import { handedInFromFile, handedInToFile } from "../../course/questions/handed-in.js";
import { AttentionError } from "../../engine/errors.js";
import { readStored, writeStored } from "../../state/browser/stored.js";

/** @typedef {import("../../course/questions/handed-in.js").HandedIn} HandedIn */

/** The key under which this tab keeps it. */
const key = "attention-stepper-class-answers";

const tabStorage = () => window.sessionStorage;

/** Where the browser refuses, a reload forgets it. @param {readonly HandedIn[]} collection */
export const keepAnswers = (collection) =>
  writeStored(tabStorage, key, collection.length === 0 ? null : handedInToFile(collection));

/** @returns {readonly HandedIn[]} */
export function keptAnswers() {
  const kept = readStored(tabStorage, key);
  try {
    return typeof kept === "string" ? handedInFromFile("answers", kept) : [];
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return []; // stored by another version of the page
  }
}
