// Signs in with a key and reads a report, through what openapi-typescript makes of the description.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type Check = components["schemas"]["CheckResult"];

const [base, token, id] = process.argv.slice(2);
if (base === undefined || token === undefined || id === undefined) throw new Error("usage");
const client = createClient<paths, "application/json">({
  baseUrl: `${base}/api/v1`,
  headers: { Authorization: `Bearer ${token}` },
});

const me = await client.GET("/auth/me");
if (me.error !== undefined) throw new Error(me.error.message);
const read = await client.GET("/scan/{id}", { params: { path: { id } } });
if (read.error !== undefined) {
  const code: "not_found" | "scan_failed" | string = read.error.error;
  throw new Error(code);
}
const report = read.data;
if (report.status !== "done") throw new Error(`${report.completedChecks} checks`);
const failed: Check[] = report.checks.filter((check) => check.status === "fail");
const fixes: string[] = report.recommendations.map((fix) =>
  fix.locked ? fix.title : fix.steps.join(" "),
);
const score: number = report.score;
console.log(
  JSON.stringify({
    plan: me.data.plan,
    id: report.id,
    score,
    checks: report.checks.length,
    failed: failed.length,
    fixes: fixes.length,
  }),
);
