// The program under test, on a free port of loopback, over a data folder of its own.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

export const BINARY = process.env.CITABLE_BINARY;

// The settings of whoever runs the tests don't count.
const clean = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !name.startsWith("CITABLE_") && !name.toLowerCase().endsWith("_proxy"),
    ),
  );

// Starts the service; it reaches no origin but the given one.
export async function startService(origin, settings = {}) {
  const data = mkdtempSync(path.join(tmpdir(), "citable-browser-"));
  const env = {
    ...clean(),
    CITABLE_LISTEN: "127.0.0.1:0",
    CITABLE_DATA_DIR: data,
    CITABLE_LOG_FORMAT: "json",
    CITABLE_PLAN_ANONYMOUS_SCANS_PER_DAY: "1000",
    CITABLE_PLAN_ANONYMOUS_SCANS_PER_MONTH: "1000",
    CITABLE_PLAN_FREE_SCANS_PER_DAY: "1000",
    CITABLE_PLAN_FREE_SCANS_PER_MONTH: "1000",
    ...(origin?.settings ?? {}),
    ...settings,
  };
  const child = spawn(BINARY, ["serve", "--dev"], { env, stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const log = [];
  const base = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log.push(line);
      const listening = /citable listening on (http:\/\/[0-9.:]+)/.exec(line);
      if (listening) resolve(listening[1]);
    });
    ended.then(() => reject(new Error(`the service does not start:\n${log.join("\n")}`)));
  });
  return new Service(base, data, child, ended);
}

class Service {
  constructor(base, data, child, ended) {
    Object.assign(this, { base, data, child, ended });
  }

  async stop() {
    this.child.kill("SIGTERM");
    await this.ended;
    rmSync(this.data, { recursive: true, force: true });
  }

  // Runs `citable admin …` beside the service.
  admin(...words) {
    const env = { ...clean(), CITABLE_DATA_DIR: this.data };
    const printed = execFileSync(BINARY, ["admin", ...words, "--json"], { env, stdio: "pipe" });
    return JSON.parse(printed);
  }

  async post(route, body, headers = {}) {
    const answer = await fetch(`${this.base}${route}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route}: ${answer.status} ${await answer.text()}`);
    return answer;
  }

  // Path of the page that a sign-in link opens.
  async link(email) {
    const { link } = await (await this.post("/api/v1/auth/request-link", { email })).json();
    return link.slice(link.indexOf("/login/confirm"));
  }

  // Waits until so many mails to somebody are in the outbox, where each comes after the answer to
  // whoever asked for it.
  async mailed(email, count) {
    const to = `To <bdi>${email}</bdi>`;
    while ((await this.text("/dev/outbox")).split(to).length <= count);
  }

  // Signs somebody in and grants a plan; returns what a browser sends as `Cookie`.
  async signIn(email, plan = "free") {
    const token = new URL(await this.link(email), this.base).searchParams.get("token");
    const answer = await this.post("/api/v1/auth/callback", { token });
    if (plan !== "free") this.admin("plan", "grant", email, plan);
    return answer.headers.getSetCookie()[0].split(";")[0];
  }

  // Scans a page as somebody and returns the scan's ID once it is done or has failed.
  async scan(url, cookie, fields = {}) {
    const headers = cookie ? { cookie, origin: this.base } : {};
    const { id } = await (await this.post("/api/v1/scan", { url, ...fields }, headers)).json();
    const events = await fetch(`${this.base}/api/v1/scan/${id}/events`, { headers });
    await events.text();
    return id;
  }

  async text(route, headers = {}) {
    return (await fetch(`${this.base}${route}`, { headers })).text();
  }
}
