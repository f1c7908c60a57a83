// Compiled against the installed package under strict rules: what a program in TypeScript sees.
import { Client, RateLimited, StreamEnded, verifyWebhook } from "citable-client";
import type { Bucket, ClientOptions, schema, WebhookMessage } from "citable-client";

const options: ClientOptions = { apiKey: undefined, baseUrl: "https://citable.example", timeout: 5 };
const client = new Client(options);

export async function score(url: string): Promise<number | null> {
  try {
    const accepted = await client.scans.create(url, { idempotencyKey: "k", timeout: 3 });
    const buckets: Bucket[] = accepted.rateLimit ?? [];
    for (const { name, remaining } of buckets) console.log(name, remaining?.toFixed());
    for await (const { id, data } of client.scans.events(accepted.data.id, { after: null })) {
      const stage: schema.ScanStage = data.stage;
      console.log(id, stage.toUpperCase(), data.check?.status === "fail");
    }
    const { data: report } = await client.scans.get(accepted.data.id);
    // Told apart by `status`.
    if (report.status !== "done") return report.completedChecks;
    for (const fix of report.recommendations) {
      console.log(fix.locked ? fix.title : fix.steps.join(" "));
    }
    return report.score;
  } catch (error) {
    if (error instanceof RateLimited) return error.retryAfter;
    if (error instanceof StreamEnded) console.log(error.lastId);
    throw error;
  }
}

export async function change(fromId: string, toId: string): Promise<number> {
  // @ts-expect-error: one id alone compares nothing.
  await client.compare({ fromId });
  return (await client.compare({ fromId, toId })).data.scoreDelta;
}

export function hook(body: Uint8Array, headers: Headers): Promise<WebhookMessage> {
  return verifyWebhook(body, headers, ["whsec_a", "whsec_b"]);
}
