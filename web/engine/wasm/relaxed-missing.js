import { AttentionError } from "../errors.js";

/**
 * The relaxed build is opt-in: build.sh leaves it out where there is no LLVM 19.
 * @returns {never}
 */
export function withoutRelaxed() {
  throw new AttentionError("build", "must not be relaxed: this copy was built without LLVM 19");
}
