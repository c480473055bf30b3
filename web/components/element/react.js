import { attributeFields, attributeOf, ownTexts, propertyOf, writeField } from "./attributes.js";
import { events } from "./element-api.js";
import { writeFields } from "../../state/link-text.js";
import { fields } from "../../state/fields.js";

/** @typedef {(event: CustomEvent) => void} Listener */
/** @typedef {((element: any) => void | (() => void)) | {current: unknown} | null} Ref */

/** The field of each property. @type {ReadonlyMap<string, string>} */
const fieldOfProperty = new Map(attributeFields.map((field) => [propertyOf(field), field]));

/** The event of each listener: onAttentionStep listens to attention-step. @type {ReadonlyMap<string, string>} */
const eventOfListener = new Map(Object.keys(events).map((name) => [listenerOf(name), name]));

/** The name of an event's listener in React. @param {string} event such as attention-step */
function listenerOf(event) {
  return `on${`-${event}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}`;
}

/**
 * Props for <attention-stepper> that mean the same in a browser, on a server and while React hydrates. A server writes
 * attributes only, and none for false, null, lists and objects; while hydrating, React sets no property of a custom
 * element and adds no listener to it. So settings become attributes with a text, and listeners are added by the ref.
 * @param {Readonly<Record<string, unknown>>} props the element's properties, onAttentionStep and other listeners, and what
 *   every element takes: className, style, ref, children
 * @returns {Record<string, unknown>}
 */
export function stepperProps({ ref = null, ...props }) {
  const given = Object.entries(props).filter(([, value]) => value !== undefined);
  const listeners = given.flatMap(([name, value]) => {
    const event = eventOfListener.get(name);
    return event && value ? [/** @type {[string, Listener]} */ ([event, value])] : [];
  });
  const others = given.filter(([name]) => !eventOfListener.has(name)).map(([name, value]) => attributeFor(name, value));
  return { ...Object.fromEntries(others), ref: refWith(listeners, /** @type {Ref} */ (ref)) };
}

/**
 * A property as an attribute and its text. What is no property of the element stays as it is.
 * @param {string} name
 * @param {unknown} value
 * @returns {[string, unknown]}
 */
function attributeFor(name, value) {
  const field = fieldOfProperty.get(name);
  if (field !== undefined) return [attributeOf(field), writeField(field, value)];
  if (name === "state" && typeof value === "object" && value !== null)
    return [name, writeFields(fields, /** @type {Record<string, unknown>} */ (value))];
  const isOwn = /** @type {readonly string[]} */ (ownTexts).includes(name) && value !== null;
  return [name, isOwn ? String(value) : value];
}

/**
 * A ref that adds listeners to the element. It removes them when React calls what it returns, or calls it with null.
 * @param {[string, Listener][]} listeners
 * @param {Ref} own the caller's own ref
 */
function refWith(listeners, own) {
  let end = () => {};
  return (/** @type {any} */ element) => {
    if (!element) return end();
    const endOwn = typeof own === "function" ? own(element) : undefined;
    if (own && typeof own === "object") own.current = element;
    for (const [event, listener] of listeners) element.addEventListener(event, listener);
    return (end = () => {
      for (const [event, listener] of listeners) element.removeEventListener(event, listener);
      if (typeof endOwn === "function") endOwn();
      else if (typeof own === "function") own(null);
      else if (own) own.current = null;
    });
  };
}
