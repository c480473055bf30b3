/** ONNX models as bytes: as much of the format (protocol buffers) as small graphs need. */

/** @typedef {{name: string, shape: readonly number[], data?: Float32Array}} Value data: where it is a constant */
/** @typedef {{name: string, shape: readonly number[], data: readonly number[]}} Integers a constant of int64 */
/** @typedef {number | {float: number} | readonly number[]} Attribute a whole number, a fraction, or whole numbers */
/** @typedef {{op: string, inputs: readonly string[], outputs: readonly string[], domain?: string, attributes?: Record<string, Attribute>}} Node */
/** @typedef {{nodes: readonly Node[], inputs: readonly Value[], outputs: readonly Value[], constants: readonly Value[], integers?: readonly Integers[], opset?: number}} Model */

/** Microsoft's own operators. */
export const microsoft = "com.microsoft";

const FLOAT = 1;
const INT64 = 7;

/** @param {number} value a whole number @returns {number[]} in sevens of bits, negative ones in two's complement */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** @param {number} field @param {number} value */
const whole = (field, value) => Uint8Array.from([...varint(field << 3), ...varint(value)]);

/** @param {number} field @param {Uint8Array} bytes */
const bytes = (field, bytes) =>
  joined([Uint8Array.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);

/** @param {number} field @param {string} words */
const text = (field, words) => bytes(field, new TextEncoder().encode(words));

/** @param {number} field @param {number} value */
const float = (field, value) =>
  joined([Uint8Array.from(varint((field << 3) | 5)), new Uint8Array(Float32Array.of(value).buffer)]);

/** @param {number} field @param {readonly Uint8Array[]} parts */
const message = (field, parts) => bytes(field, joined(parts));

/** @param {string} name @param {Attribute} value */
function attribute(name, value) {
  const [kind, part] =
    typeof value === "number"
      ? [2, [whole(3, value)]]
      : "float" in value
        ? [1, [float(2, value.float)]]
        : [7, value.map((one) => whole(8, one))];
  return message(5, [text(1, name), ...part, whole(20, kind)]);
}

/** @param {Node} node */
const nodeOf = ({ op, inputs, outputs, domain = "", attributes = {} }) =>
  message(1, [
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    text(7, domain),
  ]);

/** @param {number} field @param {Value} value */
function valueOf(field, { name, shape }) {
  const sizes = message(
    2,
    shape.map((size) => message(1, [whole(1, size)])),
  );
  return message(field, [text(1, name), message(2, [message(1, [whole(1, FLOAT), sizes])])]);
}

/** @param {string} name @param {readonly number[]} shape @param {number} type @param {ArrayBufferView} data */
const tensorOf = (name, shape, type, { buffer, byteOffset, byteLength }) =>
  message(5, [
    ...shape.map((size) => whole(1, size)),
    whole(2, type),
    text(8, name),
    bytes(9, new Uint8Array(buffer, byteOffset, byteLength)),
  ]);

/** @param {Model} model @returns {Uint8Array} */
export function modelBytes({ nodes, inputs, outputs, constants, integers = [], opset = 21 }) {
  const graph = message(7, [
    ...nodes.map(nodeOf),
    text(2, "attention"),
    ...constants.map(({ name, shape, data }) => tensorOf(name, shape, FLOAT, data ?? new Float32Array())),
    ...integers.map(({ name, shape, data }) => tensorOf(name, shape, INT64, BigInt64Array.from(data, BigInt))),
    ...inputs.map((value) => valueOf(11, value)),
    ...outputs.map((value) => valueOf(12, value)),
  ]);
  const uses = [
    ["", opset],
    [microsoft, 1],
  ];
  const imports = uses.map(([domain, version]) => message(8, [text(1, String(domain)), whole(2, Number(version))]));
  return joined([whole(1, 10), graph, ...imports]);
}
