/**
 * The messages between a page and the worker that holds a model. Each request has an id, and each answer that of its request.
 *
 * To the worker:
 * @typedef {{type: "start", wasm: BufferSource | WebAssembly.Module, reader: MessagePort}} Start the first one: the engine, and the
 *   port to the Worker that reads ahead
 * @typedef {{type: "open", id: number, files: readonly File[]}} Open each file by its name
 * @typedef {{type: "walk", id: number, input: string | readonly number[]}} AskWalk a text or token ids; it ends the walk before
 * @typedef {{type: "without", id: number, off: readonly string[], other: string | readonly number[] | null}} AskWithout the walk
 *   with parts replaced, some by what they are for another text; it ends the one before
 * @typedef {{type: "masked", id: number, position: number}} AskMasked the most probable tokens there, if its token is masked
 * @typedef {{type: "stop"}} Stop ends the walk after its present step; layers that have been walked stay
 * @typedef {{type: "window", id: number, window: import("./session.js").Window}} AskWindow
 * @typedef {{type: "head", id: number, layer: number, head: number}} AskHead the attention weights of one head
 * @typedef {{type: "explain", id: number, layer: number | null, stage: string, index: readonly number[]}} AskExplain
 * @typedef {Open | AskWalk | AskWithout | AskMasked | Stop | AskWindow | AskHead | AskExplain} Request
 * @typedef {Start | Request} ToWorker
 *
 * From the worker:
 * @typedef {{type: "opened", id: number, summary: import("./model.js").Summary,
 *   identity: import("./experiment.js").Identity, hasTokenizer: boolean}} Opened
 * @typedef {{type: "tokenising"}} Tokenising a text is about to be cut, or tokens to be read; a tokenizer's patterns may take forever
 * @typedef {{type: "tokenised"}} Tokenised that has been done
 * @typedef {{type: "tokens", id: number, tokens: import("./session.js").Token[]}} Tokens
 * @typedef {{type: "progress", id: number, progress: import("./session.js").Progress}} Progress
 * @typedef {{type: "walked", id: number, isWhole: boolean}} Walked isWhole: false where it was stopped
 * @typedef {{type: "masked", id: number, answers: import("./session.js").Answer[]}} MaskedRead
 * @typedef {{type: "window", id: number, rows: number[][]}} WindowRead
 * @typedef {{type: "head", id: number, weights: Float32Array<ArrayBuffer>}} HeadRead [tokens, tokens]
 * @typedef {{type: "explained", id: number, arithmetic: import("./session.js").Arithmetic}} Explained
 * @typedef {{type: "failed", id: number | null, field: string, message: string}} Failed id: null where the engine did not start;
 *   field: "" where no field is at fault
 * @typedef {Opened | Tokenising | Tokenised | Tokens | Progress | Walked | MaskedRead | WindowRead | HeadRead | Explained | Failed} FromWorker
 */

export {};
