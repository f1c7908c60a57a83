/** Makes one HTTP request of one call. */

import { events, result, shown } from "./answer.js";
import { Clock, seconds } from "./clock.js";
import { BadAnswer, ConnectFailed } from "./errors.js";
import { DEFAULT_BASE_URL, checkedKey, environment, site } from "./settings.js";
import { VERSION } from "./version.js";

/**
 * @template T
 * @typedef {import("./response.js").ApiResponse<T>} ApiResponse
 */
/** @typedef {import("./answer.js").ScanEvent} ScanEvent */

/**
 * Options of every call.
 * @typedef {object} CallOptions
 * @property {number | undefined} [timeout] Seconds within which the whole response must
 *   arrive. For event streams: seconds without data, 45 by default.
 * @property {AbortSignal | undefined} [signal] Cancels the call, which then throws the signal's
 *   reason.
 */

/**
 * One request to make, whose response contains a `T`.
 * @template T
 * @typedef {object} Call
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string | number | null | undefined>} [query]
 * @property {Record<string, unknown>} [body]
 * @property {string | undefined} [idempotencyKey]
 * @property {boolean} [markdown]
 * @property {boolean} [atRoot]
 * @property {CallOptions} options
 * @property {T} [data] Not used; it carries the type.
 */

/** Seconds an event stream may be silent. The service sends something every 15. */
const SILENCE = 45;
const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/;

/**
 * Returns an id as a part of a path.
 * @param {string} value
 */
export function segment(value) {
  if (typeof value !== "string" || ["", ".", ".."].includes(value)) {
    throw new TypeError("The id is empty.");
  }
  return encodeURIComponent(value);
}

/** What a client knows, and how it makes calls. */
export class Core {
  /** @type {string | undefined} */
  #key;
  #timeout;
  #fetch;

  /**
   * @param {object} settings
   * @param {string | undefined} settings.apiKey
   * @param {string | undefined} settings.baseUrl
   * @param {number} settings.timeout
   * @param {typeof globalThis.fetch | undefined} settings.fetch
   */
  constructor({ apiKey, baseUrl, timeout, fetch }) {
    this.#key = checkedKey(apiKey ?? environment("CITABLE_API_KEY"));
    const base = baseUrl ?? environment("CITABLE_BASE_URL") ?? DEFAULT_BASE_URL;
    /** Root of the service's site. */
    this.site = site(base, this.#key !== undefined);
    this.#timeout = seconds(timeout);
    this.#fetch = fetch;
  }

  /**
   * @param {Call<unknown>} call
   * @param {string} accept
   * @returns {[url: string, init: RequestInit]}
   */
  #request(call, accept) {
    /** @type {Record<string, string>} */
    const headers = { Accept: accept, "User-Agent": `citable-client-javascript/${VERSION}` };
    if (this.#key !== undefined) headers["Authorization"] = `Bearer ${this.#key}`;
    if (call.idempotencyKey !== undefined) {
      if (!IDEMPOTENCY_KEY.test(call.idempotencyKey)) {
        throw new TypeError("idempotencyKey must be 1 to 255 visible ASCII characters.");
      }
      headers["Idempotency-Key"] = call.idempotencyKey;
    }
    /** @type {RequestInit} */
    const init = { method: call.method, headers, redirect: "manual" };
    if (call.body !== undefined) {
      headers["Content-Type"] = "application/json";
      init.body = JSON.stringify(call.body);
    }
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const url = this.site + (call.atRoot ? "" : "/api/v1") + call.path;
    return [query.size > 0 ? `${url}?${query}` : url, init];
  }

  /**
   * @param {[url: string, init: RequestInit]} request
   * @param {Clock} clock
   */
  async #open([url, init], clock) {
    const fetch = this.#fetch ?? globalThis.fetch;
    try {
      return await fetch(url, { ...init, signal: clock.signal });
    } catch (error) {
      throw clock.instead(unreachable(url, error));
    }
  }

  /**
   * Makes one request.
   * @template T
   * @param {Call<T>} call
   * @returns {Promise<ApiResponse<T>>}
   */
  async run(call) {
    const request = this.#request(call, call.markdown ? "text/markdown" : "application/json");
    const clock = new Clock(seconds(call.options.timeout ?? this.#timeout), call.options.signal);
    try {
      return await result(await this.#open(request, clock), clock);
    } finally {
      clock.end();
    }
  }

  /**
   * Makes one request, and yields its events until the scan ends.
   * @param {Call<unknown>} call
   * @param {string | undefined} after
   * @returns {AsyncGenerator<ScanEvent, void, undefined>}
   */
  async *follow(call, after) {
    const request = this.#request(call, "text/event-stream");
    if (after !== undefined) {
      request[1].headers = { ...request[1].headers, "Last-Event-ID": after };
    }
    const clock = new Clock(seconds(call.options.timeout ?? SILENCE), call.options.signal);
    try {
      yield* events(await this.#open(request, clock), clock, after ?? null);
    } finally {
      clock.end();
    }
  }
}

/** @param {string} url @param {unknown} error */
function unreachable(url, error) {
  const cause = /** @type {{ code?: string, message?: string } | undefined} */ (
    error instanceof Error ? error.cause : undefined
  );
  const why = cause?.message || cause?.code || String(error);
  if (/^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES)/.test(cause?.code ?? "")) {
    return new BadAnswer(`The response isn't HTTP: ${shown(why)}`, { cause: error });
  }
  return new ConnectFailed(`${new URL(url).host}: ${shown(why)}`, { cause: error });
}
