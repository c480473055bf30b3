/** What the page can do while most of its script is still on its way: a part of its own, which is there first. */
import { wasmBytes } from "#wasm";
import { palettes } from "../figures/palette.js";

void wasmBytes("walk"); // compiled once, for whoever starts the engine

const { matches: isDark } = window.matchMedia("(prefers-color-scheme: dark)");
void Object.values(palettes[isDark ? "dark" : "light"].shades); // which are mixed when they are first asked for
