import { again } from "./lessons/again.js";
import { cache } from "./lessons/cache.js";
import { cost } from "./lessons/cost.js";
import { alibi } from "./lessons/deeper/alibi.js";
import { backward } from "./lessons/deeper/backward.js";
import { shaw } from "./lessons/deeper/shaw.js";
import { softcap } from "./lessons/deeper/softcap.js";
import { t5 } from "./lessons/deeper/t5.js";
import { tiles } from "./lessons/deeper/tiles.js";
import { windows } from "./lessons/deeper/windows.js";
import { dotProduct } from "./lessons/dot-product.js";
import { future } from "./lessons/future.js";
import { heads } from "./lessons/heads.js";
import { learning } from "./lessons/learning.js";
import { nextWord } from "./lessons/next-word.js";
import { order } from "./lessons/order.js";
import { padding } from "./lessons/padding.js";
import { places } from "./lessons/places.js";
import { purpose } from "./lessons/purpose.js";
import { rows } from "./lessons/rows.js";
import { scaling } from "./lessons/scaling.js";
import { scores } from "./lessons/scores.js";
import { softmax } from "./lessons/softmax.js";
import { twoSentences } from "./lessons/two-sentences.js";
import { values } from "./lessons/values.js";
import { wholeWalk } from "./lessons/whole-walk.js";
import { whoActs } from "./lessons/who-acts.js";

/** @typedef {import("./step.js").Lesson} Lesson */

/** All lessons in the order in which they are taught; the deeper ones come last. @type {readonly Lesson[]} */
export const lessons = Object.freeze([
  ...[purpose, rows, dotProduct, whoActs, scores, scaling, softmax, values, wholeWalk],
  ...[heads, order, future, padding, twoSentences, nextWord, places, learning, cache, cost, again],
  ...[alibi, t5, shaw, windows, softcap, tiles, backward],
]);

/** A lesson by its id, which must exist. @param {string} id @returns {Lesson} */
export const lessonOf = (id) => /** @type {Lesson} */ (lessons.find((lesson) => lesson.id === id));
