import { AttentionError } from "../../engine/errors.js";
import { describe, quote } from "../../state/errors.js";
import { changeState, defaultState } from "../../state/state.js";
import { stateFromFragment } from "../../state/url.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {{state: State, link: string, change(fields: Partial<State>): void}} Stepper */

/**
 * The messages between the iframe's page and its parent page. The parent page names its origin in the iframe's address,
 * `embed.html?parent=https://example.org#...`; messages from other origins are ignored.
 *
 * To the iframe, with any `id`, which the answer repeats:
 * - {type: "attention-get", id}
 * - {type: "attention-set", id, state} or `link` (the part of a link after #) to replace the state, or `fields` to change
 *   some of it
 *
 * From it: the answer, {type: "attention-state", id, state, link} or {type: "attention-error", id, field, message}; and
 * without a request {type: "attention-resize", height} and the element's events "attention-ready", "attention-step" and
 * "attention-change", with their details.
 */

/** The attributes that the iframe's address may set, besides the state. */
const options = Object.freeze(["view", "controls", "theme", "locale", "preset"]);

/**
 * @param {string} search "?view=walk&parent=https://example.org"
 * @returns {{attributes: Record<string, string>, origin: string, problem: string}} origin: the parent page's; "" where nobody may send messages
 */
export function optionsOf(search) {
  const given = new URLSearchParams(search);
  const attributes = options.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  const parent = given.get("parent") ?? "";
  const isOrigin = parent === "" || originOf(parent) === parent;
  const problem = isOrigin ? "" : `parent: must be an origin such as https://example.org, got ${quote(parent)}`;
  return { attributes: Object.fromEntries(attributes), origin: isOrigin ? parent : "", problem };
}

/** @param {string} text */
function originOf(text) {
  return URL.canParse(text) ? new URL(text).origin : "";
}

/**
 * @param {unknown} data of a message
 * @param {Stepper} stepper
 * @returns {Record<string, unknown>} the answer
 */
export function replyTo(data, stepper) {
  const { type, id = null, ...rest } = /** @type {Record<string, unknown>} */ (Object(data));
  try {
    if (type === "attention-set") set(rest, stepper);
    else if (type !== "attention-get")
      throw new AttentionError("type", `must be "attention-get" or "attention-set", got ${describe(type)}`);
    return { type: "attention-state", id, state: stepper.state, link: stepper.link };
  } catch (error) {
    if (!(error instanceof AttentionError)) throw error;
    return { type: "attention-error", id, field: error.field, message: error.message };
  }
}

/**
 * @param {Record<string, unknown>} message
 * @param {Stepper} stepper
 */
function set(message, stepper) {
  const [[name, value] = ["", null], ...others] = Object.entries(message);
  const change = changes[name];
  if (!change || others.length > 0) {
    const got = describe(Object.keys(message).join(", "));
    throw new AttentionError("attention-set", `must have one of ${Object.keys(changes).join(", ")}, got ${got}`);
  }
  stepper.change(change(value));
}

/** @type {Readonly<Record<string, (value: any) => Partial<State>>>} */
const changes = Object.freeze({
  state: (value) => changeState(defaultState, value),
  link: (value) => {
    if (typeof value !== "string") throw new AttentionError("link", `must be a text, got ${describe(value)}`);
    return stateFromFragment(value);
  },
  fields: (value) => value,
});
