// An HTTPS origin on loopback, with a certificate by an authority that the service is told to trust.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";

export const HOST = "pages.citable-test.net";
export const OTHER_HOST = "other.citable-test.net";

export async function startOrigin() {
  const folder = mkdtempSync(path.join(tmpdir(), "citable-origin-"));
  const file = (name) => path.join(folder, name);
  const openssl = (...words) => execFileSync("openssl", words, { stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl("req", "-x509", ...key, "-days", "2", "-subj", "/CN=Browser gates",
    "-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign",
    "-keyout", file("ca.key"), "-out", file("ca.pem"));
  openssl("req", "-new", ...key, "-subj", `/CN=${HOST}`, "-keyout", file("host.key"), "-out", file("host.csr"));
  writeFileSync(file("names"), `subjectAltName=DNS:${HOST},DNS:${OTHER_HOST}\nbasicConstraints=CA:FALSE\n`);
  openssl("x509", "-req", "-in", file("host.csr"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"),
    "-CAcreateserial", "-days", "2", "-extfile", file("names"), "-out", file("host.pem"));
  const pages = new Map();
  const tls = { key: readFileSync(file("host.key")), cert: readFileSync(file("host.pem")) };
  const server = https.createServer(tls, async (request, response) => {
    const page = pages.get(`${request.headers.host.split(":")[0]}${request.url}`);
    if (!page) return response.writeHead(404, { "content-type": "text/plain" }).end("Not here.");
    const { status = 200, type = "text/html; charset=utf-8", body, ready, broken } = page;
    await ready;
    if (broken) return response.destroy();
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    settings: {
      CITABLE_FETCH_EXTRA_CA_FILE: file("ca.pem"),
      CITABLE_FETCH_RESOLVE: `${HOST}=127.0.0.1,${OTHER_HOST}=127.0.0.1`,
      CITABLE_FETCH_ALLOW_CIDRS: "127.0.0.0/8",
      CITABLE_FETCH_ALLOW_PORTS: String(port),
    },
    // Serves a page and returns its URL. `ready` is a promise that the answer waits for; a broken
    // page ends the connection instead.
    route(route, body, more = {}, host = HOST) {
      pages.set(`${host}${route}`, { body, ...more });
      return `https://${host}:${port}${route}`;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
