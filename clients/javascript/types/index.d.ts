// The surface of the package, with the types of what the API takes and returns.

export { Client } from "./client.js";
export type { ClientOptions, Compared } from "./client.js";
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
export type { Bucket } from "./fields.js";
export type { ScanEvent } from "./answer.js";
export type { CallOptions } from "./http.js";
export { ApiResponse } from "./response.js";
export type { PageOptions, ScanOptions } from "./scans.js";
export type * as schema from "./schema.js";
export { VERSION } from "./version.js";
export { WebhookError, verifyWebhook } from "./webhooks.js";
export type { ScanResult, WebhookMessage, WebhookReason, WireHeaders } from "./webhooks.js";
