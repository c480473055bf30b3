/** Writes ONNX models as bytes: the part of the format (protocol buffers) that small graphs need. */

/** @typedef {{name: string, shape: readonly number[], data?: Float32Array}} Value data: only of constants */
/** @typedef {{name: string, shape: readonly number[], data: readonly number[], bits?: 32}} Integers a constant, int64 unless bits is 32 */
/** @typedef {number | {float: number} | readonly number[]} Attribute an integer, a float, or a list of integers */
/** @typedef {{op: string, inputs: readonly string[], outputs: readonly string[], domain?: string, attributes?: Record<string, Attribute>}} Node */
/** @typedef {{nodes: readonly Node[], inputs: readonly Value[], outputs: readonly Value[], constants: readonly Value[], integers?: readonly Integers[], opset?: number}} Model */

/** The domain of Microsoft's own operators. */
export const microsoft = "com.microsoft";

const FLOAT = 1;
const INT32 = 6;
const INT64 = 7;

/** A protocol buffer varint: seven bits in each byte, negative numbers in two's complement. @param {number} value an integer @returns {number[]} */
function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** @param {readonly Uint8Array[]} parts */
function concat(parts) {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/** @param {number} field @param {number} value */
const integerField = (field, value) => Uint8Array.from([...varint(field << 3), ...varint(value)]);

/** @param {number} field @param {Uint8Array} bytes */
const bytesField = (field, bytes) =>
  concat([Uint8Array.from([...varint((field << 3) | 2), ...varint(bytes.length)]), bytes]);

/** @param {number} field @param {string} value */
const stringField = (field, value) => bytesField(field, new TextEncoder().encode(value));

/** @param {number} field @param {number} value */
const floatField = (field, value) =>
  concat([Uint8Array.from(varint((field << 3) | 5)), new Uint8Array(Float32Array.of(value).buffer)]);

/** @param {number} field @param {readonly Uint8Array[]} parts */
const message = (field, parts) => bytesField(field, concat(parts));

/** @param {string} name @param {Attribute} value */
function attribute(name, value) {
  const [kind, part] =
    typeof value === "number"
      ? [2, [integerField(3, value)]]
      : "float" in value
        ? [1, [floatField(2, value.float)]]
        : [7, value.map((one) => integerField(8, one))];
  return message(5, [stringField(1, name), ...part, integerField(20, kind)]);
}

/** @param {Node} node */
const nodeOf = ({ op, inputs, outputs, domain = "", attributes = {} }) =>
  message(1, [
    ...inputs.map((name) => stringField(1, name)),
    ...outputs.map((name) => stringField(2, name)),
    stringField(4, op),
    ...Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    stringField(7, domain),
  ]);

/** @param {number} field @param {Value} value */
function valueOf(field, { name, shape }) {
  const sizes = message(
    2,
    shape.map((size) => message(1, [integerField(1, size)])),
  );
  return message(field, [stringField(1, name), message(2, [message(1, [integerField(1, FLOAT), sizes])])]);
}

/** @param {string} name @param {readonly number[]} shape @param {number} type @param {ArrayBufferView} data */
const tensorOf = (name, shape, type, { buffer, byteOffset, byteLength }) =>
  message(5, [
    ...shape.map((size) => integerField(1, size)),
    integerField(2, type),
    stringField(8, name),
    bytesField(9, new Uint8Array(buffer, byteOffset, byteLength)),
  ]);

/** @param {Model} model @returns {Uint8Array} */
export function modelBytes({ nodes, inputs, outputs, constants, integers = [], opset = 21 }) {
  const graph = message(7, [
    ...nodes.map(nodeOf),
    stringField(2, "attention"),
    ...constants.map(({ name, shape, data }) => tensorOf(name, shape, FLOAT, data ?? new Float32Array())),
    ...integers.map(({ name, shape, data, bits }) =>
      bits === 32
        ? tensorOf(name, shape, INT32, Int32Array.from(data))
        : tensorOf(name, shape, INT64, BigInt64Array.from(data, BigInt)),
    ),
    ...inputs.map((value) => valueOf(11, value)),
    ...outputs.map((value) => valueOf(12, value)),
  ]);
  const opsets = [
    ["", opset],
    [microsoft, 1],
  ];
  const imports = opsets.map(([domain, version]) =>
    message(8, [stringField(1, String(domain)), integerField(2, Number(version))]),
  );
  return concat([integerField(1, 10), graph, ...imports]);
}
