import { Runtime } from "@observablehq/runtime";
import { notebook } from "./notebook.js";

const page = document.querySelector("#cells");

/** Each cell gets a place in the page, for the last element that it has made. */
function observe() {
  const place = document.createElement("div");
  page.append(place);
  return {
    fulfilled: (value) => value instanceof Element && place.replaceChildren(value),
    rejected: (error) => place.replaceChildren(String(error)),
  };
}

notebook(new Runtime(), observe);
