/** The script of the page in which a job runs. */
Object.assign(window, {
  bench: Promise.all([import("./job.js"), import("./limits.js")]).then(([{ runJob }, { measureLimits }]) => ({
    runJob,
    measureLimits,
  })),
});
