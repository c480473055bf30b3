/** How many steps of a run are due after a time, so that the reader can watch it. */

/**
 * The speeds on offer: steps a second at most; "medium" begins slowly and grows faster.
 * @typedef {"slow" | "medium" | "full"} Speed
 */
const rates = Object.freeze({ slow: 10, full: Infinity });

/** The seconds in which "medium" takes the task's own number of steps. A task is learned in its first third or so. */
const duration = 25;

/** Steps of "medium" grow with the time to this power: at first single steps can be seen. */
const power = 1.5;

/**
 * How many steps of a run have been taken when some time has passed.
 * @param {Speed} speed
 * @param {number} steps of the task, in which it is learned
 * @param {number} from the step at which the run went on
 * @param {number} seconds since then
 */
export function dueSteps(speed, steps, from, seconds) {
  if (speed !== "medium") return from + (seconds > 0 ? seconds * rates[speed] : 0);
  const before = duration * (from / steps) ** (1 / power);
  return steps * ((before + seconds) / duration) ** power;
}
