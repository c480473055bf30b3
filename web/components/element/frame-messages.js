import { nearestName } from "../../engine/checks.js";
import { AttentionError } from "../../engine/errors.js";
import { describe, quote } from "../../state/errors.js";
import { checkObject } from "../../state/kinds.js";
import { changeState, defaultState } from "../../state/state.js";
import { stateFromFragment } from "../../state/url.js";
import { parentOrigin } from "../framed/parent-page.js";
import { attributeFields, fieldOf } from "./attributes.js";

/** @typedef {import("../../state/state.js").State} State */
/** @typedef {{state: State, link: string | null, change(fields: Partial<State>): void}} Stepper */

/**
 * The messages between the page in the iframe and its parent page. The parent page states its origin in the address of
 * the iframe, `embed.html?parent=https://example.org#...`; messages from other origins are ignored.
 *
 * The parent page may send these messages. `id` is any value; the answer repeats it:
 * - {type: "attention-get", id}
 * - {type: "attention-set", id, state} to replace the state; {type: "attention-set", id, link} to replace it by the fragment
 *   of a link (the part after #); {type: "attention-set", id, fields} to change some fields
 *
 * The iframe answers with {type: "attention-state", id, state, link} or {type: "attention-error", id, field, message};
 * link is null if the state is too large for a link.
 * Without a request, it sends {type: "attention-resize", height} and the events "attention-ready", "attention-step" and
 * "attention-change" of the element, each with its detail.
 */

/** The attributes that the query of the iframe's address may set; the fragment sets the state. @type {readonly string[]} */
const options = Object.freeze(["view", "controls", "caption", "explorer", "theme", "locale", "preset"]);

/** What the query of the iframe's address may have. */
const known = Object.freeze([...options, "parent"]);

/**
 * Reads the query of the iframe's address. Names that resemble none of its options are those of other tools.
 * @param {string} search such as "?view=walk&parent=https://example.org"
 * @returns {{attributes: Record<string, string>, origin: string, problems: string[]}} attributes: for the element; origin: of
 *   the parent page, "" if no page may send messages; problems: what is wrong with the query
 */
export function optionsOf(search) {
  const given = new URLSearchParams(search);
  const attributes = options.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  const { origin, problem } = parentOrigin(given);
  const problems = [...given].flatMap(([name, value]) => misplaced(name, value) ?? []);
  return {
    attributes: Object.fromEntries(attributes),
    origin,
    problems: problem ? [...problems, problem.message] : problems,
  };
}

/**
 * Why a part of the query has no effect: it is a field of the state, which stands after the #, or a misspelt option.
 * @param {string} name
 * @param {string} value
 * @returns {string | null} null if it is an option or not meant for the element
 */
function misplaced(name, value) {
  if (known.includes(name)) return null;
  const field = name === "state" ? name : fieldOf(name);
  const got = `got ${quote(value)} before it`;
  if (field === "state") return `state: stands after the #, without its name, ${got}`;
  const near = attributeFields.includes(field)
    ? field
    : nearestName(name, [...known, ...attributeFields.filter(isLong)]);
  if (!near) return null;
  if (known.includes(near)) return `${name}: unknown option, got ${quote(value)}; did you mean ${near}?`;
  return `${name}: fields stand after the #, as in embed.html#${near}=…, ${got}`;
}

/** Whether a name is long enough to tell a misspelling of it from another word. @param {string} name */
const isLong = (name) => name.length > 7;

/**
 * Does what a message asks for.
 * @param {unknown} data of the message
 * @param {Stepper} stepper
 * @returns {Record<string, unknown>} the answer to send
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
 * Changes the element's state.
 * @param {Record<string, unknown>} message an "attention-set" without its type and id
 * @param {Stepper} stepper
 * @throws {AttentionError} if the message or the change is invalid
 */
function set(message, stepper) {
  const [[name, value] = ["", null], ...others] = Object.entries(message);
  const change = Object.hasOwn(changes, name) ? changes[name] : undefined;
  if (!change || others.length > 0) {
    const got = describe(Object.keys(message).join(", "));
    throw new AttentionError("attention-set", `must have one of ${Object.keys(changes).join(", ")}, got ${got}`);
  }
  stepper.change(change(value));
}

/** What each field of "attention-set" changes. @type {Readonly<Record<string, (value: any) => Partial<State>>>} */
const changes = Object.freeze({
  state: (value) => changeState(defaultState, value),
  link: (value) => {
    if (typeof value !== "string") throw new AttentionError("link", `must be a text, got ${describe(value)}`);
    return stateFromFragment(value);
  },
  fields: (value) => {
    checkObject("fields", value);
    return value;
  },
});
