/** What a call throws. */

/** @typedef {import("./fields.js").Bucket} Bucket */
/** @typedef {import("./response.js").Answered} Answered */

/** Base of everything that a call throws, except errors in its arguments. */
export class CitableError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The service responded with an error. */
export class ApiError extends CitableError {
  /** @param {Answered} answered @param {Record<string, unknown>} body */
  constructor(answered, body) {
    const { error, message, agent, requestId: _, ...extras } = body;
    const code = typeof error === "string" ? error : `http_${answered.status}`;
    const why = typeof message === "string" ? message : "The response has no message.";
    super(why);
    /**
     * Stable error code, such as `invalid_url`. `http_` and the status if the body has none, such
     * as `http_502` from a proxy.
     * @type {import("../types/schema.js").ErrorCode}
     */
    this.code = code;
    /**
     * Other ways to start a scan, on some responses to `scans.create`.
     * @type {import("../types/schema.js").AgentPointers | null}
     */
    this.agent =
      typeof agent === "object" && agent !== null
        ? /** @type {import("../types/schema.js").AgentPointers} */ (agent)
        : null;
    /**
     * All other fields of the body, such as `param`, `docUrl`, `resetAt` or `scope`.
     * @type {Record<string, unknown>}
     */
    this.extras = extras;
    /** HTTP status code. */
    this.status = answered.status;
    /** Header fields. */
    this.headers = answered.headers;
    /** ID of the request. Quote it when you ask for help. */
    this.requestId = answered.requestId;
    /** Version of the API. */
    this.apiVersion = answered.apiVersion;
    /** Quotas after this request. */
    this.rateLimit = answered.rateLimit;
    /** Seconds to wait before the next request. */
    this.retryAfter = answered.retryAfter;
    /** `Location` of the response. */
    this.location = answered.location;
    /** `ETag` of the response. */
    this.etag = answered.etag;
    /** True if the response is a stored one. */
    this.idempotencyReplayed = answered.idempotencyReplayed;
  }

  /** Returns code, status and message. */
  toString() {
    return `${this.code} (${this.status}): ${this.message}`;
  }
}

/** The request is invalid (400, 413, 415): `code` and `extras.param` say where. */
export class InvalidRequest extends ApiError {}

/** The API key is missing, mistyped or revoked, or isn't accepted here (401). */
export class AuthenticationError extends ApiError {}

/** The account's plan doesn't include this, or its limit is reached (402). */
export class PlanRequired extends ApiError {}

/** The caller may not do this (403): `extras.scope` names the scope that is missing. */
export class PermissionDenied extends ApiError {}

/** The scan, monitor, page or fixture doesn't exist (404). */
export class NotFound extends ApiError {}

/** The request conflicts with another one (409), or its idempotency key was used before (422). */
export class Conflict extends ApiError {}

/** A quota is used up (429): wait `retryAfter` seconds. */
export class RateLimited extends ApiError {}

/** The service can't respond now (5xx). */
export class ServerError extends ApiError {}

/** The scan ended without a report (500 `scan_failed`). */
export class ScanFailed extends ApiError {
  /** Why the scan failed: `code`, such as `dns_failed`, and `message`. */
  get reason() {
    const { reason } = this.extras;
    const known = typeof reason === "object" && reason !== null ? reason : {};
    return /** @type {Partial<import("../types/schema.js").ScanFailure>} */ (known);
  }
}

/** There is no usable response. */
export class TransportError extends CitableError {}

/** The connection couldn't be made, or broke before the response began. */
export class ConnectFailed extends TransportError {}

/** The response wasn't complete within the time limit. */
export class TimedOut extends TransportError {}

/** The response can't be used: cut off, not JSON, over 16 MiB, or a redirect. */
export class BadAnswer extends TransportError {}

/** An event stream broke before the scan ended. */
export class StreamEnded extends TransportError {
  /** @param {string | null} lastId @param {string} why @param {ErrorOptions} [options] */
  constructor(lastId, why, options) {
    super(`The event stream broke after event ${lastId ?? 0}: ${why}`, options);
    /** ID of the last event received. Pass it as `after` to continue from there. */
    this.lastId = lastId;
    /** What happened. */
    this.why = why;
  }
}

/** @type {Record<number, new (answered: Answered, body: Record<string, unknown>) => ApiError>} */
const BY_STATUS = {
  400: InvalidRequest,
  401: AuthenticationError,
  402: PlanRequired,
  403: PermissionDenied,
  404: NotFound,
  409: Conflict,
  413: InvalidRequest,
  415: InvalidRequest,
  422: Conflict,
  429: RateLimited,
};

/**
 * Returns the error for a response with a status of 400 or more.
 * @param {Answered} answered
 * @param {Record<string, unknown>} body
 */
export function apiError(answered, body) {
  if (answered.status === 500 && body["error"] === "scan_failed") {
    return new ScanFailed(answered, body);
  }
  const other = answered.status >= 500 ? ServerError : ApiError;
  return new (BY_STATUS[answered.status] ?? other)(answered, body);
}
