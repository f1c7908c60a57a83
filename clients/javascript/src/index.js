/**
 * Client for Citable, which scores how ready a page is to be cited by AI answer engines.
 *
 *     import { Client } from "citable-client";
 *
 *     const report = await new Client().sandbox.get("sandbox-example");
 *     console.log(report.data.score);
 */

export { Client } from "./client.js";
export {
  ApiError,
  AuthenticationError,
  BadAnswer,
  CitableError,
  Conflict,
  ConnectFailed,
  InvalidRequest,
  NotFound,
  PermissionDenied,
  PlanRequired,
  RateLimited,
  ScanFailed,
  ServerError,
  StreamEnded,
  TimedOut,
  TransportError,
} from "./errors.js";
export { ApiResponse } from "./response.js";
export { VERSION } from "./version.js";
export { WebhookError, verifyWebhook } from "./webhooks.js";
