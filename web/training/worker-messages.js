/**
 * The messages between the page and the worker that trains.
 *
 * To the worker:
 * @typedef {{type: "start", wasm: BufferSource | WebAssembly.Module, settings: import("./settings.js").Settings,
 *   data?: string, weights?: Float32Array}} Start data: of a task that needs some; weights: the first ones, random unless given
 * @typedef {{type: "play", speed: import("./speed.js").Speed, until: number}} Play until: pause after so many steps
 * @typedef {{type: "pause"}} Pause
 * @typedef {{type: "step"}} Step one step, then pause
 * @typedef {{type: "drawn"}} Drawn the page has drawn the last progress and wants the next
 * @typedef {{type: "rate", lr: number}} Rate changes the learning rate from the next step on
 * @typedef {{type: "measure", change: import("./change-head.js").HeadChange | null, weights?: Float32Array}} AskMeasure asks
 *   for loss and accuracy with a changed head, or with none; weights: of an earlier step
 * @typedef {{type: "report", options: import("./text-report.js").ReportOptions}} AskReport asks for a report on a model of a text
 * @typedef {{type: "slice", rates: number | null}} AskSlice asks for the loss along its gradient
 * @typedef {Start | Play | Pause | Step | Drawn | Rate | AskMeasure | AskReport | AskSlice} ToWorker
 *
 * From the worker:
 * @typedef {"paused" | "running" | "diverged"} Status
 * @typedef {{type: "started", facts: import("./session.js").Facts}} Started
 * @typedef {{type: "progress", status: Status, losses: Float64Array<ArrayBuffer>, accuracies: Float64Array<ArrayBuffer>,
 *   evaluations: import("./session.js").Evaluation[], snapshots: Snapshot[],
 *   rates: readonly {step: number, lr: number}[]}} Progress losses, accuracies: of the steps since the last progress; rates:
 *   all changes of the learning rate
 * @typedef {{step: number, maps: Float32Array<ArrayBuffer>, gradient: number,
 *   weights: Float32Array<ArrayBuffer>}} Snapshot the attention weights of the example after so many steps, the norm of the
 *   gradient of Wq, and all parameters
 * @typedef {{type: "measured", score: ReturnType<import("./session.js").Session["measure"]>}} Measured
 * @typedef {{type: "report", report: import("./text-report.js").TextReport}} Report
 * @typedef {{type: "slice", slice: ReturnType<import("./session.js").Session["slice"]>}} Slice
 * @typedef {{type: "steady", lr: number | null}} Steady after a run has diverged: a learning rate at which it would not have
 * @typedef {{type: "failed", message: string}} Failed
 * @typedef {Started | Progress | Measured | Report | Slice | Steady | Failed} FromWorker
 */

export {};
