/**
 * The script of launch.html, which a learning platform opens: the course in a frame, and the platform is told what is done. What the
 * course stores in the browser passes between both, so that the course itself needs to know nothing of platforms.
 */
import { readProgress, writeProgress } from "../course/progress.js";
import { platformAround, timespan } from "./platform.js";
import { record, recordIn } from "./record.js";

const storage = () => window.localStorage;

/** @param {"alone" | "forgets"} id */
const say = (id) => document.getElementById(id)?.removeAttribute("hidden");

const begun = performance.now();
const platform = platformAround(window);
if (!platform) say("alone");
else {
  platform.LMSInitialize("");
  // What the platform has kept is the learner's; what this browser has may be another one's.
  if (!writeProgress(storage, recordIn(platform))) say("forgets");
  // The browser tells of changes by the frame, which is another document of the same site.
  window.addEventListener("storage", () => record(platform, readProgress(storage)));
  window.addEventListener(
    "pagehide",
    () => {
      record(platform, readProgress(storage));
      platform.LMSSetValue("cmi.core.session_time", timespan(performance.now() - begun));
      platform.LMSSetValue("cmi.core.exit", "suspend");
      platform.LMSFinish("");
    },
    { once: true },
  );
}
const frame = document.querySelector("iframe");
if (frame) frame.src = "attention-stepper.html#place=learn";
