import { cache } from "./lessons/cache.js";
import { cost } from "./lessons/cost.js";
import { alibi } from "./lessons/deeper/alibi.js";
import { backward } from "./lessons/deeper/backward.js";
import { lens } from "./lessons/deeper/lens.js";
import { mlp } from "./lessons/deeper/mlp.js";
import { norm } from "./lessons/deeper/norm.js";
import { realHead } from "./lessons/deeper/real-head.js";
import { residual } from "./lessons/deeper/residual.js";
import { sampling } from "./lessons/deeper/sampling.js";
import { shaw } from "./lessons/deeper/shaw.js";
import { softcap } from "./lessons/deeper/softcap.js";
import { t5 } from "./lessons/deeper/t5.js";
import { tiles } from "./lessons/deeper/tiles.js";
import { windows } from "./lessons/deeper/windows.js";
import { future } from "./lessons/future.js";
import { learning } from "./lessons/learning.js";
import { nextWord } from "./lessons/next-word.js";
import { order } from "./lessons/order.js";
import { padding } from "./lessons/padding.js";
import { places } from "./lessons/places.js";
import { rows } from "./lessons/rows.js";
import { scaling } from "./lessons/scaling.js";
import { scores } from "./lessons/scores.js";
import { softmax } from "./lessons/softmax.js";
import { twoSentences } from "./lessons/two-sentences.js";
import { values } from "./lessons/values.js";
import { wholeWalk } from "./lessons/whole-walk.js";
import { whoActs } from "./lessons/who-acts.js";
import { learns } from "./path/learns.js";
import { mix } from "./path/mix.js";
import { orderFuture } from "./path/order-future.js";
import { purpose } from "./path/purpose.js";
import { queryKey } from "./path/query-key.js";
import { severalHeads } from "./path/several-heads.js";
import { shares } from "./path/shares.js";

/** @typedef {import("./step.js").Lesson} Lesson */

/** The path: seven lessons, each of which needs those before it. @type {readonly Lesson[]} */
export const path = Object.freeze([purpose, queryKey, shares, mix, severalHeads, orderFuture, learns]);

/** Deeper lessons in groups, whose names are the messages `learn-group-<id>`. @type {readonly Readonly<{id: string, lessons: readonly Lesson[]}>[]} */
export const groups = Object.freeze([
  { id: "numbers", lessons: [rows, whoActs, scores, scaling, softmax, values, wholeWalk] },
  { id: "masks", lessons: [future, padding, twoSentences, windows, softcap] },
  { id: "positions", lessons: [order, alibi, t5, shaw] },
  { id: "cost", lessons: [cache, cost, tiles] },
  { id: "training", lessons: [learning, backward] },
  { id: "transformer", lessons: [nextWord, sampling, places, residual, norm, mlp, lens] },
  { id: "real", lessons: [realHead] },
]);

/** All lessons: the path, then the deeper ones. */
export const lessons = Object.freeze([...path, ...groups.flatMap((group) => group.lessons)]);

/** A lesson by its id, which must exist. @param {string} id @returns {Lesson} */
export const lessonOf = (id) => /** @type {Lesson} */ (lessons.find((lesson) => lesson.id === id));

/** Which lesson of the path it is, from 1; 0 for a deeper one. @param {Lesson} lesson */
export const placeOnPath = (lesson) => path.indexOf(lesson) + 1;

/** How long a lesson takes: a minute a step, of which some 40 seconds go into the answer and the rest into its words. @param {Lesson} lesson */
export const minutesOf = ({ steps }) => steps.length;
