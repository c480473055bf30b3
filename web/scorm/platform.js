/**
 * What a learning platform offers to the course: the functions of SCORM 1.2. Each takes and returns texts.
 * "The SCORM Run-Time Environment", version 1.2 (Advanced Distributed Learning, 2001), section 3.
 * @typedef {object} Platform
 * @property {(nothing: "") => string} LMSInitialize
 * @property {(element: string) => string} LMSGetValue
 * @property {(element: string, value: string) => string} LMSSetValue
 * @property {(nothing: "") => string} LMSCommit
 * @property {(nothing: "") => string} LMSFinish
 */

/** How many windows around the course are asked for the platform's functions. */
const most = 10;

/**
 * The functions of the platform: in a window around the course, or around the window that opened it; null if there are none.
 * @param {any} start the window of the course
 * @returns {Platform | null}
 */
export function platformAround(start) {
  return upwards(start) ?? (start.opener ? upwards(start.opener) : null);
}

/** @param {any} start @returns {Platform | null} */
function upwards(start) {
  let around = start;
  for (let at = 0; at < most; at++) {
    const found = apiOf(around);
    if (found || around.parent === around) return found;
    around = around.parent;
  }
  return null;
}

/** @param {any} around a window, which may be of another site @returns {Platform | null} */
function apiOf(around) {
  try {
    return around.API ?? null;
  } catch {
    return null;
  }
}

/** A span of time as SCORM 1.2 writes it: hours, minutes and seconds. @param {number} milliseconds */
export function timespan(milliseconds) {
  const seconds = milliseconds / 1000;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  return `${two(Math.min(hours, 9999))}:${two(minutes)}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;
}
