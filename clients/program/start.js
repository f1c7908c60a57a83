#!/usr/bin/env node
// Starts the program of the package for this machine.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const machine = `citable-${process.platform}-${process.arch}`;

/** Returns the path of the program, or undefined. */
function find() {
  try {
    return createRequire(import.meta.url).resolve(`${machine}/bin/citable`);
  } catch {
    return undefined;
  }
}

const program = find();
if (program === undefined) {
  console.error(
    `error: the package ${machine} isn't installed. Citable runs on Linux, on x64 and arm64. ` +
      "On these, install `citable` again without --omit=optional.",
  );
  process.exit(2);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`error: ${program} can't be started: ${error.message}`);
  process.exitCode = 2;
});
child.on("close", (code, signal) => {
  if (signal === null) {
    process.exitCode = code ?? 2;
  } else {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
});
