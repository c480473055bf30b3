const folder = import.meta.dirname;

/** A site of static files. Its folder is the root, although those around it have lock files too. */
export default { output: "export", turbopack: { root: folder }, outputFileTracingRoot: folder };
