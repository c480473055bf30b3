/**
 * An error that a caller can act on: it names the argument, what was wanted and what came. When it is thrown, nothing
 * has been computed or changed. Each bundle of the package has its own copy of this class, so `instanceof` recognises
 * the copies of the others too.
 */
export class AttentionError extends Error {
  /** @param {unknown} value */
  static [Symbol.hasInstance](value) {
    return value instanceof Error && value.name === "AttentionError";
  }

  /**
   * @param {string} field name of the argument, spec field or tensor at fault
   * @param {string} message what was wanted and what came, e.g. "must divide by kv_heads, got 6 and 4"
   * @param {Readonly<{code: string} & Record<string, string | number>> | null} [reason] the same in machine-readable
   *   form, for translated messages: a code, what was wanted and what came
   */
  constructor(field, message, reason = null) {
    super(`${field}: ${message}`);
    this.name = "AttentionError";
    /** Name of the argument, spec field or tensor at fault. */
    this.field = field;
    /** The code of the mistake with what was wanted and what came, for translated messages; null where there is none. */
    this.reason = reason;
  }
}

/**
 * An error about a part of something larger, such as a field of a screen in a file. Where places hold each other, each adds
 * itself in front.
 * @param {string} place
 * @param {AttentionError} error
 * @returns {AttentionError} its reason names the field itself and the places around it, from the outside in
 */
export function within(place, { field, message, reason }) {
  const places = reason?.places === undefined ? place : `${place}: ${reason.places}`;
  return new AttentionError(place, message, reason && { ...reason, field: reason.field ?? field, places });
}
