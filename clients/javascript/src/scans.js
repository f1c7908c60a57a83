/** Calls about scans, and about what the account has scanned. */

import { segment } from "./http.js";

/** @typedef {import("./http.js").CallOptions} CallOptions */
/** @typedef {import("./http.js").Core} Core */
/** @typedef {import("./answer.js").ScanEvent} ScanEvent */
/**
 * @template T
 * @typedef {import("./response.js").ApiResponse<T>} ApiResponse
 */
/** @typedef {import("../types/schema.js").HistoryList} HistoryList */
/** @typedef {import("../types/schema.js").PendingScan} PendingScan */
/** @typedef {import("../types/schema.js").Report} Report */
/** @typedef {import("../types/schema.js").ScanAccepted} ScanAccepted */
/** @typedef {import("../types/schema.js").UrlHistory} UrlHistory */

/**
 * Options of `scans.create`.
 * @typedef {object} ScanOptions
 * @property {boolean | undefined} [refresh] Scan even if a report is less than 24 hours old. Needs
 *   an account.
 * @property {string | undefined} [humanCheckToken] Needed without a paid plan if the service has a
 *   human check.
 * @property {string | undefined} [idempotencyKey] Makes it safe to repeat the call.
 */

/**
 * Options of one page of a list.
 * @typedef {object} PageOptions
 * @property {string | null | undefined} [cursor] `next_cursor` of the page before.
 * @property {number | undefined} [limit] Entries of a page, 1 to 200.
 */

/** Scans and their reports. */
export class Scans {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Starts a scan, or returns a report of the URL that is less than 24 hours old.
   * @param {string} url
   * @param {ScanOptions & CallOptions} [options]
   * @returns {Promise<ApiResponse<ScanAccepted>>}
   */
  async create(url, { refresh, humanCheckToken, idempotencyKey, ...options } = {}) {
    const body = { url, refresh: refresh || undefined, humanCheckToken };
    return this.#core.run({ method: "POST", path: "/scan", body, idempotencyKey, options });
  }

  /**
   * Reads a report. While the scan runs, `data.status` is `pending`.
   * @param {string} id
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Report | PendingScan>>}
   * @throws {import("./errors.js").ScanFailed} If the scan ended without a report.
   */
  async get(id, options = {}) {
    return this.#core.run({ method: "GET", path: `/scan/${segment(id)}`, options });
  }

  /**
   * Reads a report as a Markdown document. While the scan runs, `data` is an object.
   * @param {string} id
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<string | PendingScan>>}
   */
  async getMarkdown(id, options = {}) {
    const path = `/scan/${segment(id)}`;
    return this.#core.run({ method: "GET", path, markdown: true, options });
  }

  /**
   * Reads instructions for a coding agent, as Markdown: the fixes, then the report.
   * @param {string} id
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<string>>}
   */
  async instructions(id, options = {}) {
    const path = `/scan/${segment(id)}/ai-instructions`;
    return this.#core.run({ method: "GET", path, markdown: true, options });
  }

  /**
   * Follows a scan: yields its events until it ends. One request, made by the first step.
   *
   * Throws `StreamEnded` if the stream breaks; it doesn't connect again. Leaving the loop closes
   * the connection.
   * @param {string} id
   * @param {{ after?: string | null | undefined } & CallOptions} [options] `after` is the id of the
   *   last event received. `timeout` is the longest time without data: 45 seconds by default,
   *   since the service sends something every 15.
   * @returns {AsyncGenerator<ScanEvent, void, undefined>}
   */
  async *events(id, { after, ...options } = {}) {
    const path = `/scan/${segment(id)}/events`;
    yield* this.#core.follow({ method: "GET", path, options }, after ?? undefined);
  }
}

/** What the account has scanned. Needs a paid plan. */
export class History {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads one page of the pages that the account scanned, newest first.
   * @param {PageOptions & CallOptions} [options] Pass `data.next_cursor` as `cursor` for the next
   *   page.
   * @returns {Promise<ApiResponse<HistoryList>>}
   */
  async list({ cursor, limit, ...options } = {}) {
    return this.#core.run({ method: "GET", path: "/history", query: { cursor, limit }, options });
  }

  /**
   * Yields every page of `history.list`: one request for each step you take.
   * @param {Omit<PageOptions, "cursor"> & CallOptions} [options]
   * @returns {AsyncGenerator<ApiResponse<HistoryList>, void, undefined>}
   */
  async *pages(options = {}) {
    /** @type {string | null} */
    let cursor = null;
    do {
      /** @type {ApiResponse<HistoryList>} */
      const page = await this.list({ ...options, cursor });
      yield page;
      cursor = page.data.next_cursor;
    } while (cursor !== null);
  }

  /**
   * Reads one page of the scans of a URL, newest first.
   * @param {string} urlHash Is in `history.list`.
   * @param {PageOptions & CallOptions} [options]
   * @returns {Promise<ApiResponse<UrlHistory>>}
   */
  async get(urlHash, { cursor, limit, ...options } = {}) {
    const path = `/history/${segment(urlHash)}`;
    return this.#core.run({ method: "GET", path, query: { cursor, limit }, options });
  }

  /**
   * Yields every page of `history.get`: one request for each step you take.
   * @param {string} urlHash
   * @param {Omit<PageOptions, "cursor"> & CallOptions} [options]
   * @returns {AsyncGenerator<ApiResponse<UrlHistory>, void, undefined>}
   */
  async *scans(urlHash, options = {}) {
    /** @type {string | null} */
    let cursor = null;
    do {
      /** @type {ApiResponse<UrlHistory>} */
      const page = await this.get(urlHash, { ...options, cursor });
      yield page;
      cursor = page.data.next_cursor;
    } while (cursor !== null);
  }
}
