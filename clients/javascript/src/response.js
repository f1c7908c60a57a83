/** What a call returns. */

import { rateLimit, retryAfter } from "./fields.js";

/** @typedef {import("./fields.js").Bucket} Bucket */

/** What every response of the service has, whether it succeeded or not. */
export class Answered {
  /**
   * @param {number} status
   * @param {Headers} headers
   * @param {unknown} body
   */
  constructor(status, headers, body) {
    const replayed = headers.get("idempotency-replayed");
    /** HTTP status code. */
    this.status = status;
    /** Header fields. Names are case-insensitive; repeated fields are joined by `, `. */
    this.headers = headers;
    /** ID of the request, from `X-Request-Id`. Quote it when you ask for help. */
    this.requestId = headers.get("x-request-id");
    /** Version of the API, from `API-Version`. */
    this.apiVersion = headers.get("api-version");
    /**
     * Quotas after this request. Null if the response doesn't mention any.
     * @type {Bucket[] | null}
     */
    this.rateLimit = rateLimit(headers);
    /**
     * Seconds to wait before the next request. Null if the response doesn't say.
     * @type {number | null}
     */
    this.retryAfter = retryAfter(headers, body, Date.now() / 1000);
    /** `Location` of the response. */
    this.location = headers.get("location");
    /** `ETag` of the response. */
    this.etag = headers.get("etag");
    /**
     * True if this is the stored response to an earlier request with the same idempotency key,
     * false if it isn't, null if no key was sent.
     * @type {boolean | null}
     */
    this.idempotencyReplayed = replayed === null ? null : replayed === "true";
  }
}

/**
 * A successful response.
 * @template T
 */
export class ApiResponse extends Answered {
  /**
   * @param {number} status
   * @param {Headers} headers
   * @param {T} data
   */
  constructor(status, headers, data) {
    super(status, headers, data);
    /** Body: JSON as described in `schema`, or a Markdown document. */
    this.data = data;
  }
}
