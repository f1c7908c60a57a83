// Builds small applications: `node build.mjs OUT`. Each becomes a folder with its page and scripts.
// Needs the packages of package.json in the folder `node_modules` beside this file, or above it.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { compile } from "svelte/compiler";
import { paragraphs, sent, title } from "./article.mjs";

const here = import.meta.dirname;
const out = resolve(process.argv[2] ?? "out");
const built = join(here, "node_modules", ".built");

const svelte = (generate) => ({
  name: "svelte",
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { readFile } = await import("node:fs/promises");
      const source = await readFile(path, "utf8");
      return { contents: compile(source, { filename: path, generate }).js.code, loader: "js" };
    });
  },
});

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  jsx: "automatic",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true",
    __VUE_PROD_DEVTOOLS__: "false", __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false" },
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
};

// The functions that a server calls.
async function server(entry) {
  const outfile = join(built, entry.replace("/", "-") + ".mjs");
  await build({ ...common, minify: false, platform: "node", entryPoints: [join(here, entry)],
    outfile, plugins: [svelte("server")],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" } });
  return import(pathToFileURL(outfile));
}

// Writes a page and, where it has one, its script.
async function write(name, html, entry) {
  const folder = join(out, name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "index.html"), html);
  if (entry) {
    await build({ ...common, entryPoints: [join(here, entry)], outfile: join(folder, "app.js"),
      plugins: [svelte("client")] });
  }
}

function page(body, script) {
  const tag = script ? '<script type="module" src="app.js"></script>' : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>` +
    `<body>${body}${tag}</body></html>`;
}

// The rest of the article, for pages that load it.
async function rest(name, first) {
  await writeFile(join(out, name, "rest.json"), JSON.stringify(paragraphs.slice(first)));
}

const root = (id, html, first) =>
  `<div id="${id}"${first ? ` data-first="${first}"` : ""}>${html}</div>`;

async function react() {
  const { whole, fixed, partly, streamed } = await server("react/server.jsx");
  await write("react-client", page(root("root", ""), true), "react/client.jsx");
  await write("react-server", page(root("root", whole()), true), "react/hydrate.jsx");
  await write("react-static", page(root("root", fixed()), false));
  await write("react-partly", page(root("root", partly(sent.some), sent.some), true), "react/hydrate.jsx");
  await rest("react-partly", sent.some);
  await write("react-streamed", page(root("root", await streamed()), false));
}

async function vue() {
  const { whole, partly } = await server("vue/server.mjs");
  await write("vue-client", page(root("app", ""), true), "vue/client.mjs");
  await write("vue-server", page(root("app", await whole()), true), "vue/hydrate.mjs");
  await write("vue-static", page(root("app", await whole()), false));
  const html = root("app", await partly(sent.few), sent.few);
  await write("vue-partly", page(html, true), "vue/hydrate.mjs");
  await rest("vue-partly", sent.few);
}

async function svelteApplications() {
  const { whole, partly } = await server("svelte/server.mjs");
  await write("svelte-client", page(root("app", ""), true), "svelte/client.mjs");
  await write("svelte-server", page(root("app", whole()), true), "svelte/hydrate.mjs");
  await write("svelte-static", page(root("app", whole()), false));
  const html = root("app", partly(sent.most), sent.most);
  await write("svelte-partly", page(html, true), "svelte/hydrate.mjs");
  await rest("svelte-partly", sent.most);
}

async function angular() {
  const { render } = await server("angular/server.ts");
  const empty = "<app-root></app-root>";
  await write("angular-client", page(empty, true), "angular/client.ts");
  await write("angular-server", await render(page(empty, true)), "angular/hydrate.ts");
  await write("angular-static", await render(page(empty, false)));
}

await rm(out, { recursive: true, force: true });
await Promise.all([react(), vue(), svelteApplications(), angular()]);
