import { tallLayout } from "./tall.js";
import { wideLayout } from "./wide.js";

/** The least width of a map whose stream runs to the right. */
const leastWide = 980;

/**
 * How the parts of a layer stand.
 * @param {readonly import("./map.js").Part[]} parts
 * @param {import("./sizes.js").Space} space
 * @returns {import("./sizes.js").Layout}
 */
export const layerLayout = (parts, space) => (space.width < leastWide ? tallLayout : wideLayout)(parts, space);
