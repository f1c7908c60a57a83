/** The client. */

import { Account, Chain, Monitors, Sandbox, Webhooks, joined } from "./groups.js";
import { Core } from "./http.js";
import { History, Scans } from "./scans.js";

/** @typedef {import("./http.js").CallOptions} CallOptions */
/**
 * @template T
 * @typedef {import("./response.js").ApiResponse<T>} ApiResponse
 */
/** @typedef {import("../types/schema.js").Batch} Batch */
/** @typedef {import("../types/schema.js").Comparison} Comparison */
/** @typedef {import("../types/schema.js").Health} Health */
/** @typedef {import("../types/schema.js").SearchResults} SearchResults */
/** @typedef {import("../types/schema.js").SessionIdentity} SessionIdentity */

/**
 * Settings of a client.
 * @typedef {object} ClientOptions
 * @property {string | undefined} [apiKey] Defaults to `CITABLE_API_KEY`.
 * @property {string | undefined} [baseUrl] Defaults to `CITABLE_BASE_URL`, else to a service on this
 *   machine.
 * @property {number | undefined} [timeout] Limits each call, in seconds. Defaults to 30.
 * @property {typeof globalThis.fetch | undefined} [fetch] Sends the requests.
 */

/**
 * What to compare: the newest two scans of a URL, or two scans of one URL by id.
 * @typedef {{ url: string, fromId?: undefined, toId?: undefined }
 *   | { url?: undefined, fromId: string, toId: string }} Compared
 */

/** @param {Compared} compared */
function comparison({ url, fromId, toId }) {
  const byUrl = url !== undefined && fromId === undefined && toId === undefined;
  const byIds = url === undefined && fromId !== undefined && toId !== undefined;
  if (!byUrl && !byIds) throw new TypeError("Pass either url, or fromId and toId.");
  return { url, from: fromId, to: toId };
}

/** Calls the API. Each call is one HTTP request: no retry, no poll, no redirect. */
export class Client {
  #core;

  /**
   * @param {ClientOptions} [options]
   * @throws {TypeError} For a malformed key, and for a key with a base URL that isn't https.
   */
  constructor({ apiKey, baseUrl, timeout = 30, fetch } = {}) {
    this.#core = new Core({ apiKey, baseUrl, timeout, fetch });
    /** Scans and their reports. */
    this.scans = new Scans(this.#core);
    /** What the account has scanned. Needs a paid plan. */
    this.history = new History(this.#core);
    /** Weekly scans. */
    this.monitors = new Monitors(this.#core);
    /** The endpoint that weekly results are delivered to. Needs the Agency plan. */
    this.webhooks = new Webhooks(this.#core);
    /** The account. */
    this.account = new Account(this.#core);
    /** Sample reports: no key, no quota. */
    this.sandbox = new Sandbox(this.#core);
    /** The chain board. */
    this.chain = new Chain(this.#core);
  }

  /** Root of the service's site. */
  get baseUrl() {
    return this.#core.site;
  }

  /**
   * Compares two scans of one URL: its newest two (`url`), or two by id (`fromId`, `toId`).
   * @param {Compared & CallOptions} what
   * @returns {Promise<ApiResponse<Comparison>>}
   */
  async compare({ url, fromId, toId, ...options }) {
    const query = comparison(/** @type {Compared} */ ({ url, fromId, toId }));
    return this.#core.run({ method: "GET", path: "/compare", query, options });
  }

  /**
   * The comparison as a Markdown section.
   * @param {Compared & CallOptions} what
   * @returns {Promise<ApiResponse<string>>}
   */
  async compareMarkdown({ url, fromId, toId, ...options }) {
    const query = comparison(/** @type {Compared} */ ({ url, fromId, toId }));
    return this.#core.run({ method: "GET", path: "/compare", query, markdown: true, options });
  }

  /**
   * Reads up to 10 reports. Each result has its own status, and some may be errors.
   * @param {readonly string[]} ids
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Batch>>}
   */
  async batch(ids, options = {}) {
    return this.#core.run({ method: "GET", path: "/batch", query: joined(ids), options });
  }

  /**
   * Reads who the caller is. Without a key, `data.authenticated` is false.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<SessionIdentity>>}
   */
  async me(options = {}) {
    return this.#core.run({ method: "GET", path: "/auth/me", options });
  }

  /**
   * Searches the documentation.
   * @param {string} text
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<SearchResults>>}
   */
  async ask(text, options = {}) {
    const body = { query: { text } };
    return this.#core.run({ method: "POST", path: "/ask", body, atRoot: true, options });
  }

  /**
   * Checks whether the service works. `deep` also probes its database and its monitoring.
   * @param {{ deep?: boolean | undefined } & CallOptions} [options]
   * @returns {Promise<ApiResponse<Health>>}
   */
  async health({ deep, ...options } = {}) {
    const query = { deep: deep ? 1 : undefined };
    return this.#core.run({ method: "GET", path: "/healthz", query, options });
  }
}
