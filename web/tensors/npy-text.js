/** A text in an .npy file, as NumPy stores one: no numbers, but characters of a fixed length, or bytes. */
import { quote } from "../engine/describe.js";
import { AttentionError } from "../engine/errors.js";
import { headerOf } from "./npy.js";

/** @typedef {import("./source.js").Source} Source */

/**
 * The text that an array holds: np.array(text), of the type U (four bytes for each character) or S (bytes in UTF-8), without
 * dimensions; or np.frombuffer(text.encode(), np.uint8). NumPy pads texts with zeros, and drops them when it reads.
 * @param {Source} source
 * @returns {string}
 */
export function readNpyText(source) {
  const { text: header, start } = headerOf(source);
  const [, order, kind, digits = ""] = /'descr': *'([<>|=])(U|S|u)(\d+)'/.exec(header) ?? [];
  const [, size] = /'shape': *\((\d*),? *\)/.exec(header) ?? [];
  const isBytes = kind === "u" && digits === "1" && size !== "";
  if (kind === undefined || size === undefined || !(isBytes || (kind !== "u" && size === "")))
    throw new AttentionError(
      source.name,
      `must be a text (U or S) without dimensions, or a vector of uint8, got ${quote(header.trim())}`,
    );
  const length = isBytes ? Number(size) : Number(digits) * (kind === "U" ? 4 : 1);
  if (source.size - start !== length)
    throw new AttentionError(source.name, `must hold ${length} bytes of text, got ${source.size - start}`);
  const bytes = source.read(start, source.size);
  const text = kind === "U" ? charactersOf(source.name, bytes, order === ">") : utf8Of(source.name, bytes);
  return isBytes ? text : text.replace(/\0+$/, "");
}

/** @param {string} name @param {Uint8Array} bytes @param {boolean} isBig whether the highest byte comes first */
function charactersOf(name, bytes, isBig) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let text = "";
  for (let at = 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, !isBig);
    if (code > 0x10ffff) throw new AttentionError(name, `must hold characters of Unicode, got the number ${code}`);
    text += String.fromCodePoint(code);
  }
  return text;
}

/** @param {string} name @param {Uint8Array} bytes */
function utf8Of(name, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AttentionError(name, "must hold text in UTF-8, got other bytes");
  }
}
