/** Pieces of files that another Worker reads while this one computes. No DOM. */

/**
 * @typedef {{file: File, begin: number, end: number}} Piece bytes of a file, from one up to another
 *
 * A piece that has been asked for. bytes: null until they are there, and where they cannot be read
 * @typedef {Piece & {bytes: Uint8Array<ArrayBuffer> | null, arrived: Promise<void>, arrive: () => void}} Asked
 *
 * To the Worker that reads: what to read, or memory to read into.
 * @typedef {{id: number, file: File, begin: number, end: number} | {memory: ArrayBuffer}} ToReader
 * From it:
 * @typedef {{id: number, bytes: Uint8Array<ArrayBuffer> | null}} FromReader null: they cannot be read
 */

/** What has been asked for last, and the time before, is kept until it is taken. */
export class ReadAhead {
  #port;
  #ids = 0;
  /** Those that are under way, by their ids. @type {Map<number, Asked>} */
  #waiting = new Map();
  /** What was asked for the last time. @type {readonly Asked[]} */
  #last = [];
  /** What was asked for the time before: it is used while that is read. @type {readonly Asked[]} */
  #before = [];

  /** @param {Pick<MessagePort, "postMessage" | "onmessage">} port to the Worker that reads */
  constructor(port) {
    this.#port = port;
    port.onmessage = ({ data }) => this.#receive(data);
  }

  /** Asks for the pieces that are read next; what was asked for two times ago is forgotten. @param {readonly Piece[]} pieces */
  ask(pieces) {
    const last = pieces.map((piece) => this.#find(piece) ?? this.#askFor(piece));
    this.#before = this.#last.filter((each) => !last.includes(each));
    this.#last = last;
  }

  /** @param {Piece} piece @returns {Uint8Array<ArrayBuffer> | null} its bytes, if they are there: once only */
  take(piece) {
    const found = this.#find(piece);
    if (!found?.bytes) return null;
    this.#last = this.#last.filter((each) => each !== found);
    this.#before = this.#before.filter((each) => each !== found);
    return found.bytes;
  }

  /**
   * Gives memory to the Worker that reads, for what it reads next: browsers collect memory late, and a layer may have hundreds of
   * megabytes.
   * @param {readonly ArrayBuffer[]} memory that no one reads any more
   */
  giveBack(memory) {
    for (const buffer of memory) this.#port.postMessage({ memory: buffer }, [buffer]);
  }

  /** Resolves once all that has been asked for is there, or cannot be read. */
  async arrived() {
    await Promise.all(this.#all.map((each) => each.arrived));
  }

  get #all() {
    return [...this.#before, ...this.#last];
  }

  /** @param {Piece} piece */
  #find({ file, begin, end }) {
    return this.#all.find((each) => each.file === file && each.begin === begin && each.end === end);
  }

  /** @param {Piece} piece @returns {Asked} */
  #askFor({ file, begin, end }) {
    const id = this.#ids++;
    let arrive = () => {};
    const arrived = /** @type {Promise<void>} */ (new Promise((resolve) => (arrive = resolve)));
    const asked = { file, begin, end, bytes: null, arrived, arrive };
    this.#waiting.set(id, asked);
    this.#port.postMessage({ id, file, begin, end });
    return asked;
  }

  /** @param {FromReader} message */
  #receive({ id, bytes }) {
    const asked = /** @type {Asked} */ (this.#waiting.get(id));
    this.#waiting.delete(id);
    asked.bytes = bytes;
    asked.arrive();
  }
}
