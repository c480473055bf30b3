/**
 * An error a caller can act on: it names the argument, what was wanted and what came. Nothing was computed or changed.
 * The package's entries are bundles with a copy of this class each: `instanceof` holds whichever threw.
 */
export class AttentionError extends Error {
  /** @param {unknown} value */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === "AttentionError";
  }

  /**
   * @param {string} field name of the argument, spec field or tensor at fault
   * @param {string} message what was wanted and what came, e.g. "must divide by kv_heads, got 6 and 4"
   * @param {Readonly<{code: string} & Record<string, string | number>> | null} [reason] the same for programs that say it
   *   in another language: a code, and what was wanted and came
   */
  constructor(field, message, reason = null) {
    super(`${field}: ${message}`);
    this.name = "AttentionError";
    this.field = field;
    this.reason = reason;
  }
}
