/** The engine without the rest of the project, for browsers and Node. It needs no DOM. */
export { createEngine } from "./training-engine.js";
export { AttentionError } from "./errors.js";

/**
 * @typedef {import("./training-engine.js").TrainingEngine} Engine
 * @typedef {import("./model/model.js").Model} Model
 * @typedef {import("./model/model-walk.js").ModelWalk} ModelWalk
 * @typedef {import("./model/batch.js").Batch} Batch
 * @typedef {import("./model/model.js").Evaluation} Evaluation
 * @typedef {import("./model/model.js").StepResult} StepResult
 * @typedef {import("./model/model-spec.js").ModelSpec} ModelSpec
 * @typedef {import("./fast/layer.js").Layer} Layer
 * @typedef {import("./fast/kv-cache.js").KVCache} Cache
 * @typedef {import("./full-engine.js").FullRun} Run
 * @typedef {import("./spec/spec.js").Spec} Spec
 * @typedef {import("./tensors.js").Inputs} Inputs
 * @typedef {import("./tensors.js").AttendInputs} AttendInputs
 * @typedef {import("./tensors.js").TensorName} TensorName
 * @typedef {import("./tensors.js").Tensor} Tensor
 * @typedef {import("./tensors.js").TensorInput} TensorInput
 * @typedef {import("./tensors.js").MaskInput} MaskInput
 * @typedef {import("./random/torch-random.js").TorchRandom} TorchRandom
 * @typedef {import("./explain/explain.js").Explanation} Explanation
 * @typedef {import("./explain/gradients.js").GradientExplanation} GradientExplanation
 * @typedef {import("./explain/tiles.js").TileExplanation} TileExplanation
 * @typedef {import("./decode-steps.js").Append<Run>} Append
 * @typedef {import("./cost.js").Cost} Cost
 * @typedef {import("./cost.js").BackwardCost} BackwardCost
 * @typedef {import("./tiles.js").Tiles} Tiles
 * @typedef {import("./tiles.js").Tile} Tile
 */
