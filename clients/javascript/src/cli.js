#!/usr/bin/env node
/**
 * The command `citable-client`.
 *
 * Every command is one HTTP request. Exit code 0 means success; 1 means any failure, and then
 * standard error says why and standard output is empty.
 */

import process from "node:process";
import { parseArgs } from "node:util";

import { ApiError, Client, StreamEnded, TransportError, VERSION } from "./index.js";

/** @typedef {import("node:util").ParseArgsConfig["options"]} Options */

const PROGRAM = "citable-client";
const ABOUT = `Calls the API of a Citable service. Each command is one HTTP request.

The API key is read from CITABLE_API_KEY, the URL of the service from CITABLE_BASE_URL
(default: http://127.0.0.1:8080).`;

/** @satisfies {Options} */
const COMMON = /** @type {const} */ ({
  "base-url": { type: "string" },
  timeout: { type: "string" },
  raw: { type: "boolean" },
  help: { type: "boolean", short: "h" },
});
const COMMON_HELP = `
  --base-url URL           URL of the service
  --timeout SECONDS        time limit of the request (default: 30)
  --raw                    print the body alone
  -h, --help               show this help`;

/** @typedef {Record<string, string | boolean | undefined>} Values */

/**
 * @typedef {object} Command
 * @property {string} usage
 * @property {string} about
 * @property {string} help
 * @property {number} positionals
 * @property {NonNullable<Options>} options
 * @property {(client: Client, values: Values, positionals: string[]) => Promise<void>} run
 */

/** @type {Record<string, Command>} */
const COMMANDS = {
  scan: {
    usage: "scan URL",
    about: "start a scan",
    help: `
  --refresh                scan even if a report is fresh
  --idempotency-key KEY    makes it safe to repeat
  --human-check-token TOKEN  token of the human check`,
    positionals: 1,
    options: {
      refresh: { type: "boolean" },
      "idempotency-key": { type: "string" },
      "human-check-token": { type: "string" },
    },
    async run(client, values, [url]) {
      const options = {
        refresh: values["refresh"] === true,
        humanCheckToken: text(values["human-check-token"]),
        idempotencyKey: text(values["idempotency-key"]),
      };
      print(answer(await client.scans.create(url ?? "", options), values));
    },
  },
  report: {
    usage: "report ID",
    about: "read a report",
    help: `
  --markdown               as a Markdown document`,
    positionals: 1,
    options: { markdown: { type: "boolean" } },
    async run(client, values, [id = ""]) {
      const { scans } = client;
      print(answer(await (values["markdown"] ? scans.getMarkdown(id) : scans.get(id)), values));
    },
  },
  compare: {
    usage: "compare --url URL | --from ID --to ID",
    about: "compare two scans of a URL",
    help: `
  --url URL                compare the newest two scans of this URL
  --from ID                the earlier scan
  --to ID                  the later scan
  --markdown               as a Markdown section`,
    positionals: 0,
    options: {
      url: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      markdown: { type: "boolean" },
    },
    async run(client, values) {
      const [url, fromId, toId] = [text(values["url"]), text(values["from"]), text(values["to"])];
      const what = /** @type {import("./client.js").Compared} */ ({ url, fromId, toId });
      const read = values["markdown"] ? client.compareMarkdown(what) : client.compare(what);
      print(answer(await read, values));
    },
  },
  events: {
    usage: "events ID",
    about: "follow a scan, one line of JSON per event",
    help: `
  --after N                id of the last event received`,
    positionals: 1,
    options: { after: { type: "string" } },
    async run(client, values, [id = ""]) {
      const options = { after: text(values["after"]), timeout: seconds(values["timeout"]) };
      for await (const event of client.scans.events(id, options)) {
        print(json(values["raw"] ? event.data : event));
      }
    },
  },
};

/** @param {string | boolean | undefined} value */
function text(value) {
  return typeof value === "string" ? value : undefined;
}

/** @param {string | boolean | undefined} value */
function seconds(value) {
  return value === undefined ? undefined : Number(value || NaN);
}

/** @param {unknown} value */
function json(value) {
  // Terminals obey these characters. `JSON.stringify` escapes the others.
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * @param {import("./response.js").ApiResponse<unknown>} response
 * @param {Values} values
 */
function answer({ data, status, headers }, values) {
  if (values["raw"]) return typeof data === "string" ? data : json(data);
  return json({ data, status, headers: Object.fromEntries(headers) });
}

/** @param {string} line */
function print(line) {
  process.stdout.write(line.endsWith("\n") ? line : `${line}\n`);
}

/** @param {unknown} error */
function sentence(error) {
  if (error instanceof ApiError) {
    const wait = error.retryAfter === null ? "" : `; retry after ${error.retryAfter} s`;
    return `${error}${wait}${error.requestId === null ? "" : `; request ${error.requestId}`}`;
  }
  if (error instanceof TransportError) {
    const name = error.name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
    const goOn = error instanceof StreamEnded && error.lastId !== null;
    return `${name}: ${error.message}${goOn ? ` Continue with --after ${error.lastId}.` : ""}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** @param {string} why */
function fail(why) {
  // eslint-disable-next-line no-control-regex
  process.stderr.write(`error: ${why.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, " ")}\n`);
  process.exitCode = 1;
}

/** @param {Command | undefined} command */
function help(command) {
  if (command !== undefined) {
    return `usage: ${PROGRAM} ${command.usage} [options]\n\n${command.about}\n${command.help}${COMMON_HELP}`;
  }
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  ${usage.padEnd(40)} ${about}`);
  return `usage: ${PROGRAM} COMMAND [options]\n\n${ABOUT}\n\n${lines.join("\n")}

  -h, --help               show this help, or that of a command
  --version                show the version`;
}

/** @param {string[]} args */
async function main([name = "", ...rest]) {
  if (name === "--version") return print(`${PROGRAM} ${VERSION}`);
  if (name === "--help" || name === "-h") return print(help(undefined));
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const wrong = name === "" ? "A command is missing." : `There is no command ${name}.`;
    return fail(`${wrong} Run ${PROGRAM} --help.`);
  }
  /** @type {{ values: Values, positionals: string[] }} */
  let parsed;
  try {
    const options = { ...COMMON, ...command.options };
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    return fail(`${sentence(error)}. Run ${PROGRAM} --help.`);
  }
  const { values, positionals } = parsed;
  if (values["help"]) return print(help(command));
  if (positionals.length !== command.positionals) {
    return fail(`usage: ${PROGRAM} ${command.usage}. Run ${PROGRAM} ${name} --help.`);
  }
  try {
    const timeout = seconds(values["timeout"]);
    const client = new Client({ baseUrl: text(values["base-url"]), timeout: timeout ?? 30 });
    await command.run(client, values, positionals);
  } catch (error) {
    fail(sentence(error));
  }
}

process.stdout.on("error", () => {
  // Nobody reads the output any more.
  process.exit(1);
});
await main(process.argv.slice(2));
