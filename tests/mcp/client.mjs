// Uses everything an endpoint offers through the TypeScript SDK: `sdk` is its first line, `client`
// the second one. Reads from standard input what to use, writes to standard output what came of
// it; `client.py` does the same in Python.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const told = JSON.parse(readFileSync(0, "utf8"));
const [line, mode] = process.argv.slice(2);
const from = createRequire(join(process.env.CLIENTS, "package.json"));
const load = (name) => import(pathToFileURL(from.resolve(name)));

const requestInit = { headers: { Authorization: `Bearer ${told.key}` } };
const info = { name: "proof", version: "1" };
// A local session is started by a command, and has nothing but tools.
const command = told.command && { command: told.command[0], args: told.command.slice(1) };

async function opened() {
  if (line === "sdk") {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const client = new Client(info);
    if (command) {
      const stdio = await load("@modelcontextprotocol/sdk/client/stdio.js");
      await client.connect(new stdio.StdioClientTransport(command));
      return client;
    }
    const http = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
    await client.connect(new http.StreamableHTTPClientTransport(new URL(told.url), { requestInit }));
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
  const client = new Client(info, { versionNegotiation: { mode } });
  if (command) {
    const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");
    await client.connect(new StdioClientTransport(command));
    return client;
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(told.url), { requestInit }));
  return client;
}

function outcome(result) {
  if (result.isError) return "failed";
  const text = JSON.parse(result.content[0].text);
  return isDeepStrictEqual(text, result.structuredContent) ? "same in both forms" : "differs";
}

const client = await opened();
const { tools } = await client.listTools();
const called = {};
for (const [name, args] of Object.entries(told.calls)) {
  called[name] = outcome(await client.callTool({ name, arguments: args }));
}
if (command) {
  await client.close();
  console.log(JSON.stringify({ tools: tools.map((tool) => tool.name), called }));
  process.exit(0);
}
const { resources } = await client.listResources();
const { resourceTemplates } = await client.listResourceTemplates();
const read = {};
for (const uri of [...resources.map((resource) => resource.uri), ...told.uris]) {
  const { contents } = await client.readResource({ uri });
  read[uri] = contents.some((content) => content.text.length > 0);
}
const { prompts } = await client.listPrompts();
const got = {};
for (const [name, args] of Object.entries(told.prompts)) {
  got[name] = (await client.getPrompt({ name, arguments: args })).messages.length > 0;
}
await client.close();
console.log(
  JSON.stringify({
    tools: tools.map((tool) => tool.name),
    called,
    resources: resources.map((resource) => resource.uri),
    templates: resourceTemplates.map((template) => template.uriTemplate),
    read,
    prompts: prompts.map((prompt) => prompt.name),
    got,
  }),
);
