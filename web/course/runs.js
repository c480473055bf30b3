/**
 * Runs of Train whose models lessons open. No file holds them: where a lesson opens, its model is trained, in a few seconds,
 * to the same numbers everywhere.
 */

/** Two layers of two heads that learn, of a letter that came before, which letter followed it then. */
export const inductionRun =
  "task=induction&seed=8&heads=2&d_k=8&layers=2&mask=causal&position=learned&d_model=16&n=12&steps=1000&crc=3625750213";

/** Two layers of two heads that learn the next word of the small grammar. */
export const nextWordRun =
  "task=grammar&seed=7&heads=2&d_k=8&layers=2&mask=causal&position=learned&d_model=16&n=11&steps=900&crc=218726527";

/** The task whose model the reader is to train, as Train opens it: before its first step. */
export const untrainedRun =
  "task=reverse&seed=1&heads=1&d_k=16&layers=1&mask=none&position=learned&d_model=16&n=8&steps=0&crc=2627416839";
