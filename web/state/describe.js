/**
 * A short, safe text for any value, for the "got ..." end of an error.
 * @param {unknown} value
 * @returns {string}
 */
export function describe(value) {
  if (typeof value === "string") return quote(value);
  if (Array.isArray(value)) return `an array of length ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" ? "a function" : String(value);
}

/**
 * The text in double quotes, cut after 40 characters.
 * @param {string} text
 * @returns {string}
 */
export function quote(text) {
  const characters = Array.from(text.slice(0, 82));
  return JSON.stringify(characters.length > 40 ? `${characters.slice(0, 40).join("")}…` : text);
}

/**
 * The candidate with the smallest edit distance to a name (the first of equals).
 * @param {string} name
 * @param {readonly string[]} candidates at least one
 * @returns {string}
 */
export function nearest(name, candidates) {
  const distances = candidates.map((candidate) => editDistance(name.slice(0, 40).toLowerCase(), candidate));
  return candidates[distances.indexOf(Math.min(...distances))];
}

/**
 * Levenshtein's distance, one row of the table at a time.
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length];
}
