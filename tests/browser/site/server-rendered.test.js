/**
 * Elements that a server rendered with React, Vue or Svelte, and that these take over in the browser: settings and events survive.
 * Needs a finished build.
 */
import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { test as nodeTest } from "node:test";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

import { changeState, defaultState } from "../../../web/state/state.js";
import { examplePackages, mdx, packagesInstalled } from "../../../web/build/site/scripts.js";
import { dist, root } from "../../support/machine.js";
import { eventually } from "../support/eventually.js";
import { allEngines, inBrowsers } from "../support/harness.js";
import { withHost } from "../support/hosts.js";

/** @typedef {import("../support/hosts.js").Host} Host */

/** What servers tend to lose: false, a list, capitals. */
const settings = `causal: false, maskMode: "after_softmax", ignoredKeys: [1, 3], dK: 6, heads: 2, head: 1, projectionBias: true,
  caption: "From the server", id: "one"`;
const fromState = changeState(defaultState, { seed: 7, temperature: 0.5 });
const fields = {
  causal: false,
  mask_mode: "after_softmax",
  ignored_keys: [1, 3],
  d_k: 6,
  heads: 2,
  head: 1,
  projection_bias: true,
};
const wanted = changeState(fromState, /** @type {any} */ ({ ...fields, cell: null }));

/** An app that shows how many steps it has heard of. @type {Readonly<Record<string, {app: string, server: string, client: string}>>} */
const frameworks = {
  React: {
    app: `import { useState } from "react";
      import { stepperProps } from "attention-stepper/react";
      export function App() {
        const [steps, setSteps] = useState(0);
        const [seen, setSeen] = useState("");
        const props = { ${settings}, className: "mine", cell: null, state: { seed: 7, temperature: 0.5 }, ref: (element) => setSeen(element?.localName ?? "gone"),
          onAttentionStep: ({ detail }) => setSteps((count) => count + (detail.stage === "raw" ? 1 : 100)) };
        return <main><attention-stepper {...stepperProps(props)}>waiting</attention-stepper>
          <output>{steps} {seen}</output></main>;
      }`,
    server: `import { renderToString } from "react-dom/server"; import { App } from "./app.jsx";
      export const html = renderToString(<App />);`,
    client: `import { hydrateRoot } from "react-dom/client"; import { App } from "./app.jsx";
      hydrateRoot(document.querySelector("#app"), <App />, { onRecoverableError: (error) => console.error(String(error)) });`,
  },
  Vue: {
    app: `import { createSSRApp, h, ref } from "vue";
      export const newApp = () => createSSRApp({
        setup() {
          const steps = ref(0);
          const props = { ${settings}, class: "mine", cell: "none", state: "seed=7&temperature=0.5" };
          const onAttentionStep = ({ detail }) => (steps.value += detail.stage === "raw" ? 1 : 100);
          return () => h("main", [h("attention-stepper", { ...props, onAttentionStep }, "waiting"),
            h("output", steps.value + " attention-stepper")]);
        },
      });`,
    server: `import { renderToString } from "vue/server-renderer"; import { newApp } from "./app.jsx";
      export const html = await renderToString(newApp());`,
    client: `import { newApp } from "./app.jsx"; newApp().mount("#app");`,
  },
  Svelte: {
    app: `<script>
        import { stepperProps } from "attention-stepper/react";
        let steps = $state(0);
        const { ref, ...props } = stepperProps({ ${settings}, cell: null, state: { seed: 7, temperature: 0.5 } });
        const step = ({ detail }) => (steps += detail.stage === "raw" ? 1 : 100);
      </script>
      <main><attention-stepper class="mine" {...props} onattention-step={step}>waiting</attention-stepper><output>{steps} attention-stepper</output></main>`,
    server: `import { render } from "svelte/server"; import App from "./app.svelte";
      export const html = render(App).body;`,
    client: `import { hydrate } from "svelte"; import App from "./app.svelte";
      hydrate(App, { target: document.querySelector("#app") });`,
  },
};

/**
 * Bundles a module that imports a framework, and "./app.jsx" or "./app.svelte".
 * @param {string} contents
 * @param {string} app source of the app
 * @param {"node" | "browser"} platform
 */
async function bundle(contents, app, platform) {
  /** @type {import("esbuild").Plugin} */
  const apps = {
    name: "app",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/app\.(jsx|svelte)$/ }, ({ path }) => ({ path, namespace: "app" }));
      onLoad({ filter: /jsx$/, namespace: "app" }, () => ({ contents: app, loader: "jsx", resolveDir: root }));
      onLoad({ filter: /svelte$/, namespace: "app" }, async () => {
        const { compile } = await import(`${examplePackages}/svelte/src/compiler/index.js`);
        const generate = platform === "node" ? "server" : "client";
        return { contents: compile(app, { generate, name: "App" }).js.code, loader: "js", resolveDir: root };
      });
      onResolve({ filter: /^attention-stepper\/react$/ }, () => ({ path: `${dist}react.js` }));
      onResolve({ filter: /^attention-stepper$/ }, () => ({ path: `${dist}attention-stepper.js`, sideEffects: true }));
    },
  };
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: `${root}web/examples/mdx-react`, loader: "jsx" },
    plugins: [apps, mdx],
    nodePaths: [examplePackages],
    bundle: true,
    write: false,
    format: "esm",
    platform,
    jsx: "automatic",
    tsconfigRaw: {},
    define: {
      "process.env.NODE_ENV": '"development"', // in which frameworks report what they cannot take over
      __VUE_OPTIONS_API__: "false",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
    banner: { js: platform === "node" ? requireInModule : noDeveloperTools },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** React's server is written for CommonJS. */
const requireInModule = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** React then does not recommend its own. */
const noDeveloperTools = "globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { isDisabled: true };";

/** The HTML that a module renders in Node, where there is no document. @param {string} server @param {string} app */
async function render(server, app) {
  const file = `${dist}server-rendered-${process.pid}.mjs`;
  await writeFile(file, await bundle(server, app, "node"));
  try {
    const { html } = await import(`${pathToFileURL(file).href}?${encodeURIComponent(server.slice(0, 60))}`);
    return /** @type {string} */ (html);
  } finally {
    await rm(file);
  }
}

/** Loads a page with rendered HTML that a client takes over. @param {Host} host @param {string} html @param {string} client */
async function takeOver(host, html, client, isElementFirst = true) {
  host.put("/client.js", "js", client);
  const tag = (/** @type {string} */ name) => `<script type="module" src="/${name}"></script>`;
  const [first, second] = isElementFirst
    ? ["attention-stepper.js", "client.js"]
    : ["client.js", "attention-stepper.js"];
  await host.show(`<div id="app">${html}</div>`, { script: `/${first}`, head: tag(second) });
}

inBrowsers(allEngines, (test) => {
  if (!packagesInstalled()) {
    nodeTest("server rendering", { skip: "not installed: the packages of web/examples/packages" });
    return;
  }

  for (const [name, { app, server, client }] of Object.entries(frameworks))
    for (const isElementFirst of [true, false])
      test(`${name} takes over what its server rendered, the element defined ${isElementFirst ? "before" : "after"}: settings and events survive`, (page) =>
        withHost(page, async (host) => {
          const html = await render(server, app);
          assert.match(html, /<attention-stepper [^>]*>waiting<\/attention-stepper>/);
          await takeOver(host, html, await bundle(client, app, "browser"), isElementFirst);
          await host.ready();
          await eventually(async () => assert.deepEqual(await host.run(({ element }) => element.state), wanted));
          const shown = await host.run(({ element, findAll }) => ({
            names: [element.id, element.className, element.caption],
            messages: findAll('[part="message"]').map(({ textContent }) => textContent),
          }));
          assert.deepEqual(shown, { names: ["one", "mine", "From the server"], messages: [] });
          const output = () => host.run(() => document.querySelector("output")?.textContent);
          await eventually(async () => assert.equal(await output(), "0 attention-stepper"));
          await host.run(({ element }) => element.change({ stage: "raw" }));
          await eventually(async () => assert.equal(await output(), "1 attention-stepper"));
          await host.run(({ element }) => element.change({ head: 0 }));
          await eventually(async () =>
            assert.equal(await output(), "2 attention-stepper", "heard once, after a render"),
          );
        }));

  test("the article of the guide, rendered in Node, keeps its settings and hears events when React takes it over", (page) =>
    withHost(page, async (host) => {
      const server = `import { renderToString } from "react-dom/server"; import Article from "./article.mdx";
        export const html = renderToString(<Article />);`;
      const client = `import { hydrateRoot } from "react-dom/client"; import Article from "./article.mdx";
        hydrateRoot(document.querySelector("#app"), <Article />);`;
      await takeOver(host, await render(server, ""), await bundle(client, "", "browser"));
      await host.ready();
      const article = { sentence: "Your journey starts with one step", heads: 1, d_k: 16 };
      const state = async () => Object.entries(await host.run(({ element }) => element.state));
      const has = async (/** @type {Record<string, unknown>} */ fields) =>
        assert.deepEqual(Object.fromEntries((await state()).filter(([field]) => field in fields)), fields);
      await has(article);
      await host.run(({ find }) => find("[data-stage=Q]").click());
      await eventually(async () =>
        assert.equal(await host.run(() => document.querySelector("#app output")?.textContent), "Q"),
      );
      await host.run(() => {
        const list = /** @type {HTMLSelectElement} */ (document.querySelector("#app select"));
        list.value = "after_softmax";
        list.dispatchEvent(new Event("change", { bubbles: true }));
      });
      await eventually(() => has({ ...article, mask_mode: "after_softmax" }));
    }));
});
