import { readStored } from "./stored.js";

/** The key under which the browser stores which steps of lessons are done, and what was answered. It stays on this computer. */
export const lessonsKey = "attention-stepper-lessons";

/**
 * Whether any step of a lesson is done: what the first screen asks, which loads no lessons.
 * @param {import("./stored.js").Readable} storage
 */
export const hasBegunLessons = (storage) => Object.keys(Object(readStored(storage, lessonsKey))).length > 0;
