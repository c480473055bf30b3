/** onnxruntime-web, on its wasm backend with one thread. */
import { modelBytes } from "./onnx-model.js";
import { graphOf, graphVariants } from "./onnx-graphs.js";

/**
 * @param {import("../workloads/workloads.js").Workload} workload
 * @param {import("./onnx-graphs.js").Tensors} tensors
 * @param {{variant: string, modules: string}} options modules: URL of node_modules
 * @returns {Promise<import("../runner/measure.js").Prepared>}
 */
export async function prepare(workload, tensors, { variant, modules }) {
  const ort = await import(`${modules}onnxruntime-web/dist/ort.wasm.bundle.min.mjs`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = `${modules}onnxruntime-web/dist/`;
  ort.env.logLevel = "error";
  const model = graphOf(workload, tensors, variant);
  const options = { executionProviders: ["wasm"], graphOptimizationLevel: "all" };
  const session = await ort.InferenceSession.create(modelBytes(model), options);
  const feeds = Object.fromEntries(
    model.inputs.map(({ name, shape, data }) => [name, new ort.Tensor("float32", data, [...shape])]),
  );
  const [{ name }] = model.outputs;
  const kind = workload.kind === "attention" ? "context" : "output";
  const isTokenMajor = workload.kind === "attention" && name === "context";
  const read = (/** @type {any} */ results) => {
    const { data } = results[name];
    return { [kind]: isTokenMajor ? byHead(data, workload) : data };
  };
  return { run: () => session.run(feeds), read };
}

/** Reorders [n, heads·d] to [heads, n, d]. @param {Float32Array} data @param {import("../workloads/workloads.js").Workload} workload */
function byHead(data, { n, heads, d }) {
  const result = new Float32Array(data.length);
  for (let i = 0; i < n; i++)
    for (let h = 0; h < heads; h++) {
      const from = (i * heads + h) * d;
      result.set(data.subarray(from, from + d), (h * n + i) * d);
    }
  return result;
}

export { graphVariants as variantsOf };
