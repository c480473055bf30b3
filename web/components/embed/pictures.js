import { canvasMeasure } from "../../figures/index.js";
import { frameWidth, stageFrames, stepFrames } from "../../view/frames.js";
import { nextTask } from "../../view/scheduling.js";
import { canvasOf, pngOf, ratio, savedSvg, scenePng, sceneSvg } from "../figure/scene-image.js";

/** @typedef {import("../../view/view.js").View} View */
/** @typedef {"svg" | "png" | "gif"} PictureKind */
/** @typedef {"stages" | "steps"} Moves what a GIF shows: all stages, or how the stage in view is computed */

/**
 * A figure as a file.
 * @param {PictureKind} kind
 * @param {View} view
 * @param {Moves} moves
 * @param {AbortSignal} signal ends the making of one that is no longer wanted
 * @returns {Promise<Blob | null>} null if the browser cannot draw it
 */
export async function pictureOf(kind, view, moves, signal) {
  if (kind === "png") return scenePng(view);
  if (kind === "gif") return gif(view, moves, signal);
  const svg = sceneSvg(view);
  return svg === null ? null : new Blob([svg], { type: "image/svg+xml" });
}

/**
 * A picture of a lesson as a file.
 * @param {PictureKind} kind
 * @param {import("../embed-button.js").CoursePicture} picture
 * @param {View["theme"]} theme
 * @returns {Promise<Blob | null>} null if the browser cannot draw it
 */
export async function courseBlob(kind, { draw, title }, theme) {
  const scene = draw(theme);
  return kind === "png" ? pngOf(scene) : new Blob([savedSvg(scene, title)], { type: "image/svg+xml" });
}

/** @param {View} view @param {Moves} moves @param {AbortSignal} signal */
async function gif(view, moves, signal) {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return null;
  const measure = canvasMeasure(context);
  const frames = (moves === "stages" ? stageFrames : stepFrames)(view, { width: frameWidth, measure });
  const { gifOf } = await import("../../export/gif.js");
  const bytes = await gifOf(painted(frames, signal));
  return new Blob([bytes], { type: "image/gif" });
}

/**
 * The frames as pixels, each in a task of its own, so that the page stays alive between them.
 * @param {readonly import("../../view/frames.js").Frame[]} frames
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<import("../../export/gif.js").Picture>}
 */
async function* painted(frames, signal) {
  for (const { scene, seconds } of frames) {
    await nextTask();
    signal.throwIfAborted();
    const canvas = canvasOf(scene);
    const pixels = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    if (!canvas || !pixels)
      throw new RangeError(`this browser has no canvas of ${scene.width * ratio} × ${scene.height * ratio} pixels`);
    yield { pixels, width: canvas.width, height: canvas.height, seconds };
  }
}
