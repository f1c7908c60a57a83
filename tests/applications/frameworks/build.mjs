// Builds the applications of Next and Nuxt: `node build.mjs OUT`. A form with a server is started
// once, and its page kept beside its scripts.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";

const here = import.meta.dirname;
const out = resolve(process.argv[2] ?? "out");
const tool = (name) => join(here, "node_modules", ".bin", name);
const quiet = { NEXT_TELEMETRY_DISABLED: "1", NUXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };

function run(name, folder, program, ...words) {
  const env = { ...process.env, ...quiet, NAME: name, ROOT: dirname(here) };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${name}: ${program} ${words.join(" ")}\n${stdout}${stderr}`);
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

// The page that a server of its own answers with.
async function served(name, folder, program, words) {
  const port = String(await freePort());
  const env = { ...process.env, ...quiet, NAME: name, PORT: port, HOST: "127.0.0.1", ROOT: dirname(here) };
  const server = spawn(program, words(port), { cwd: folder, env, stdio: "ignore" });
  try {
    for (let tries = 0; ; tries++) {
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/${name}/`);
        if (answer.ok) return await answer.text();
        throw new Error(`${name}: status ${answer.status}`);
      } catch (error) {
        if (tries === 200) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
  } finally {
    server.kill();
  }
}

async function next(name) {
  const folder = join(here, "next");
  const built = join(folder, `.next-${name}`);
  const target = join(out, name);
  run(name, folder, tool("next"), "build");
  mkdirSync(target, { recursive: true });
  if (name === "next-static") {
    cpSync(built, target, { recursive: true });
  } else {
    cpSync(join(built, "static"), join(target, "_next", "static"), { recursive: true });
    const html = await served(name, folder, tool("next"), (port) => ["start", "-H", "127.0.0.1", "-p", port]);
    writeFileSync(join(target, "index.html"), html);
  }
  rmSync(built, { recursive: true });
}

async function nuxt(name) {
  const folder = join(here, "nuxt");
  const built = join(folder, `.output-${name}`);
  const target = join(out, name);
  run(name, folder, tool("nuxt"), name === "nuxt-static" ? "generate" : "build");
  cpSync(join(built, "public"), target, { recursive: true });
  if (name !== "nuxt-static") {
    const html = await served(name, folder, "node", () => [join(built, "server", "index.mjs")]);
    writeFileSync(join(target, "index.html"), html);
  }
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(".")) rmSync(join(folder, entry), { recursive: true });
  }
}

for (const form of ["client", "server", "static"]) await next(`next-${form}`);
for (const form of ["client", "server", "static"]) await nuxt(`nuxt-${form}`);
