"""Uses everything an endpoint offers through the `mcp` package of Python, 1.x or 2.x.

Reads from standard input what to use, writes to standard output what came of it; `client.mjs`
does the same in JavaScript.
"""

import asyncio
import contextlib
import json
import sys

TOLD = json.load(sys.stdin)
# A local session is started by a command, and has nothing but tools.
COMMAND = TOLD.get("command")
URL = TOLD.get("url")
HEADERS = {"Authorization": f"Bearer {TOLD.get('key')}"}


def of_command():
    from mcp.client.stdio import StdioServerParameters, stdio_client

    return stdio_client(StdioServerParameters(command=COMMAND[0], args=COMMAND[1:]))


@contextlib.asynccontextmanager
async def of_1():
    from mcp import ClientSession

    if COMMAND:
        async with of_command() as (read, write):
            async with ClientSession(read, write) as session:
                await session.initialize()
                yield session
        return
    from mcp.client.streamable_http import streamablehttp_client

    async with streamablehttp_client(URL, headers=HEADERS) as (read, write, _):
        async with ClientSession(read, write) as session:
            await session.initialize()
            yield session


@contextlib.asynccontextmanager
async def of_2(mode):
    from mcp.client import Client

    if COMMAND:
        async with Client(of_command(), mode=mode) as client:
            yield client
        return
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    async with httpx2.AsyncClient(headers=HEADERS, timeout=30) as http:
        transport = streamable_http_client(URL, http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


def field(value, python, wire):
    return getattr(value, python) if hasattr(value, python) else getattr(value, wire)


async def used(client):
    tools = (await client.list_tools()).tools
    called = {}
    for name, arguments in TOLD["calls"].items():
        result = await client.call_tool(name, arguments)
        failed = field(result, "is_error", "isError")
        structured = field(result, "structured_content", "structuredContent")
        same = json.loads(result.content[0].text) == structured
        called[name] = "failed" if failed else "same in both forms" if same else "differs"
    if COMMAND:
        return {"tools": [tool.name for tool in tools], "called": called}
    resources = (await client.list_resources()).resources
    templates = (await client.list_resource_templates()).resource_templates \
        if sys.argv[1] != "1" else (await client.list_resource_templates()).resourceTemplates
    read = {}
    for uri in [str(resource.uri) for resource in resources] + TOLD["uris"]:
        contents = (await client.read_resource(uri)).contents
        read[uri] = sum(len(content.text) for content in contents) > 0
    prompts = (await client.list_prompts()).prompts
    got = {}
    for name, arguments in TOLD["prompts"].items():
        got[name] = len((await client.get_prompt(name, arguments)).messages) > 0
    return {
        "tools": [tool.name for tool in tools],
        "called": called,
        "resources": [str(resource.uri) for resource in resources],
        "templates": [str(field(template, "uri_template", "uriTemplate")) for template in templates],
        "read": read,
        "prompts": [prompt.name for prompt in prompts],
        "got": got,
    }


async def main():
    opened = of_1() if sys.argv[1] == "1" else of_2(sys.argv[2])
    async with opened as client:
        print(json.dumps(await used(client)))


asyncio.run(main())
