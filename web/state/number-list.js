/** How many numbers a bench takes. */
export const mostNumbers = 256;

/** @typedef {{numbers: (number | null)[]} | {problem: "empty" | "many" | "number" | "large", word: string}} ReadNumbers */

/**
 * Numbers as they are typed: with spaces, commas or semicolons between them, brackets around them, and either minus sign.
 * @param {string} text
 * @param {{hidden?: boolean}} [options] hidden: -inf (or −∞) stands for a hidden score and becomes null
 * @returns {ReadNumbers}
 */
export function readNumbers(text, { hidden = false } = {}) {
  const words = text.split(/[\s,;[\]()]+/).filter(Boolean);
  if (words.length === 0) return { problem: "empty", word: "" };
  if (words.length > mostNumbers) return { problem: "many", word: String(words.length) };
  /** @type {(number | null)[]} */
  const numbers = [];
  for (const word of words) {
    const plain = word.replaceAll("−", "-");
    if (hidden && /^-(inf|∞)$/i.test(plain)) {
      numbers.push(null);
      continue;
    }
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return { problem: "number", word };
    if (!Number.isFinite(Math.fround(Number(plain)))) return { problem: "large", word };
    numbers.push(Number(plain));
  }
  return { numbers };
}

/**
 * @param {readonly (number | null)[]} numbers
 * @returns {string} as they are typed, to six digits
 */
export const writeNumbers = (numbers) =>
  numbers.map((value) => (value === null ? "−∞" : String(Number(value.toPrecision(6))).replace("-", "−"))).join("  ");
