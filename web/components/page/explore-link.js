import { PlaceLink } from "../place-link.js";
import { isPlaceAlone } from "../places.js";
import { fragmentFor, stateInAddressBar } from "./link.js";

/**
 * The link of Explore, which holds the state of its walk.
 * @param {import("lit").ReactiveElement & {linkProblem: import("./problems.js").LinkProblem, unlinkable: boolean}} page
 * @param {import("../walk-controller.js").WalkController} walk
 * @param {(state: import("../../state/state.js").State) => void} arrive called with the state that a link names, before it is drawn
 */
export function exploreLink(page, walk, arrive) {
  const link = new PlaceLink(page, {
    place: "explore",
    read(fragment) {
      if (isPlaceAlone(fragment)) return link.writeSoon();
      const { state, leftOut } = stateInAddressBar(walk.state);
      arrive(state);
      walk.show(state);
      page.linkProblem = leftOut.length > 0 ? leftOut : null;
      page.unlinkable = false;
    },
    write() {
      const fragment = fragmentFor(walk.state);
      page.unlinkable = fragment === null;
      return fragment;
    },
  });
  return link;
}
