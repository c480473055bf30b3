import { AttentionError } from "../engine/errors.js";
import { text } from "./kinds.js";

/**
 * A kind of field: a text of at most some characters.
 * @param {number} max
 * @returns {import("./kinds.js").Kind<string>}
 */
export const shortText = (max) => ({
  ...text,
  check: (field, value) => {
    text.check(field, value);
    const { length } = String(value);
    if (length <= max) return;
    const reason = { code: "characters", max, got: length };
    throw new AttentionError(field, `at most ${max} characters, got ${length}`, reason);
  },
});
