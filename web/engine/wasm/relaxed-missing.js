import { AttentionError } from "../errors.js";

/**
 * build.sh makes the relaxed build only where there is LLVM 19.
 * @returns {never}
 */
export function relaxedMissing() {
  throw new AttentionError("build", "must not be relaxed: this copy was built without LLVM 19");
}
