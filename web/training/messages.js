/**
 * The messages between the page and the worker that trains.
 *
 * To the worker:
 * @typedef {{type: "start", wasm: BufferSource | WebAssembly.Module, settings: import("./settings.js").Settings,
 *   data?: string}} Start data: of a task that needs some
 * @typedef {{type: "play", rate: number, until: number}} Play rate: steps a second at most; until: pause after so many steps
 * @typedef {{type: "pause"}} Pause
 * @typedef {{type: "step"}} Step one step, then pause
 * @typedef {{type: "drawn"}} Drawn the page has drawn the last progress and wants the next
 * @typedef {{type: "walk", layer: number}} AskWalk asks for a layer's walk over the fixed example
 * @typedef {{type: "report", options: import("./text-report.js").ReportOptions}} AskReport asks for a report on a model of a text
 * @typedef {{type: "slice", rates: number | null}} AskSlice asks for the loss along its gradient
 * @typedef {Start | Play | Pause | Step | Drawn | AskWalk | AskReport | AskSlice} ToWorker
 *
 * From the worker:
 * @typedef {"paused" | "running" | "diverged"} Status
 * @typedef {{type: "started", facts: import("./session.js").Facts}} Started
 * @typedef {{type: "progress", status: Status, losses: Float64Array<ArrayBuffer>, accuracies: Float64Array<ArrayBuffer>,
 *   evaluations: import("./session.js").Evaluation[], snapshots: Snapshot[]}} Progress losses, accuracies: of the steps since
 *   the last progress
 * @typedef {{step: number, maps: Float32Array<ArrayBuffer>, gradient: number}} Snapshot the attention weights of the example
 *   after so many steps, and the norm of the gradient of Wq
 * @typedef {{type: "walk", layer: number, walk: import("./session.js").LayerWalk}} Walk
 * @typedef {{type: "report", report: import("./text-report.js").TextReport}} Report
 * @typedef {{type: "slice", slice: ReturnType<import("./session.js").Session["slice"]>}} Slice
 * @typedef {{type: "failed", message: string}} Failed
 * @typedef {Started | Progress | Walk | Report | Slice | Failed} FromWorker
 */

export {};
