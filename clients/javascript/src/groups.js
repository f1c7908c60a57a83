/** Calls about everything but scans. */

import { segment } from "./http.js";

/** @typedef {import("./http.js").CallOptions} CallOptions */
/** @typedef {import("./http.js").Core} Core */
/**
 * @template T
 * @typedef {import("./response.js").ApiResponse<T>} ApiResponse
 */
/** @typedef {import("../types/schema.js").AccountUsage} AccountUsage */
/** @typedef {import("../types/schema.js").Batch} Batch */
/** @typedef {import("../types/schema.js").ChainBoard} ChainBoard */
/** @typedef {import("../types/schema.js").ChainStatus} ChainStatus */
/** @typedef {import("../types/schema.js").Confirmation} Confirmation */
/** @typedef {import("../types/schema.js").FixtureList} FixtureList */
/** @typedef {import("../types/schema.js").MonitorEnvelope} MonitorEnvelope */
/** @typedef {import("../types/schema.js").MonitorList} MonitorList */
/** @typedef {import("../types/schema.js").Report} Report */
/** @typedef {import("../types/schema.js").TestDelivery} TestDelivery */
/** @typedef {import("../types/schema.js").WebhookEnvelope} WebhookEnvelope */

/** @typedef {{ idempotencyKey?: string | undefined }} Repeatable Makes it safe to repeat the call. */

/**
 * Returns the query of a batch.
 * @param {readonly string[]} ids
 */
export function joined(ids) {
  if (!Array.isArray(ids)) throw new TypeError("ids must be a list of ids.");
  return { ids: ids.join(",") };
}

/** Weekly scans. */
export class Monitors {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads the monitors, and how many the plan allows.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<MonitorList>>}
   */
  async list(options = {}) {
    return this.#core.run({ method: "GET", path: "/monitors", options });
  }

  /**
   * Scans a URL every week from now on.
   * @param {string} url
   * @param {Repeatable & CallOptions} [options]
   * @returns {Promise<ApiResponse<MonitorEnvelope>>}
   */
  async create(url, { idempotencyKey, ...options } = {}) {
    return this.#core.run({
      method: "POST",
      path: "/monitors",
      body: { url },
      idempotencyKey,
      options,
    });
  }

  /**
   * Stops a monitor.
   * @param {string} id
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Confirmation>>}
   */
  async delete(id, options = {}) {
    return this.#core.run({ method: "DELETE", path: `/monitors/${segment(id)}`, options });
  }
}

/** The endpoint that weekly results are delivered to. Needs the Agency plan. */
export class Webhooks {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads the webhook endpoint; `data.endpoint` is null if there is none.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<WebhookEnvelope>>}
   */
  async get(options = {}) {
    return this.#core.run({ method: "GET", path: "/webhooks", options });
  }

  /**
   * Saves the URL that results are delivered to.
   *
   * The first response contains the signing `secret`. Store it: no other response does.
   * @param {string} url
   * @param {Repeatable & CallOptions} [options]
   * @returns {Promise<ApiResponse<WebhookEnvelope>>}
   */
  async save(url, { idempotencyKey, ...options } = {}) {
    return this.#core.run({
      method: "POST",
      path: "/webhooks",
      body: { url },
      idempotencyKey,
      options,
    });
  }

  /**
   * Deletes the endpoint, its secret and all waiting deliveries.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Confirmation>>}
   */
  async delete(options = {}) {
    return this.#core.run({ method: "DELETE", path: "/webhooks", options });
  }

  /**
   * Makes a new signing `secret`. The old one signs for 24 more hours.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<WebhookEnvelope>>}
   */
  async rotateSecret(options = {}) {
    return this.#core.run({ method: "POST", path: "/webhooks/rotate-secret", options });
  }

  /**
   * Ends a pause: waiting deliveries are sent.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<WebhookEnvelope>>}
   */
  async enable(options = {}) {
    return this.#core.run({ method: "POST", path: "/webhooks/enable", options });
  }

  /**
   * Pauses deliveries.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<WebhookEnvelope>>}
   */
  async disable(options = {}) {
    return this.#core.run({ method: "POST", path: "/webhooks/disable", options });
  }

  /**
   * Delivers a sample and returns how the endpoint responded. At most 5 per hour.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<TestDelivery>>}
   */
  async test(options = {}) {
    return this.#core.run({ method: "POST", path: "/webhooks/test", options });
  }
}

/** The account. */
export class Account {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads the plan, its limits and what is used.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<AccountUsage>>}
   */
  async usage(options = {}) {
    return this.#core.run({ method: "GET", path: "/account/usage", options });
  }
}

/** Sample reports: no key, no quota. */
export class Sandbox {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads the list of sample reports.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<FixtureList>>}
   */
  async list(options = {}) {
    return this.#core.run({ method: "GET", path: "/sandbox", options });
  }

  /**
   * Reads a sample report.
   * @param {string} id
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Report>>}
   */
  async get(id, options = {}) {
    return this.#core.run({ method: "GET", path: `/sandbox/scan/${segment(id)}`, options });
  }

  /**
   * Reads up to 10 sample reports. One unknown id fails the whole batch.
   * @param {readonly string[]} ids
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<Batch>>}
   */
  async batch(ids, options = {}) {
    return this.#core.run({ method: "GET", path: "/sandbox/batch", query: joined(ids), options });
  }
}

/** The chain board. */
export class Chain {
  #core;

  /** @param {Core} core */
  constructor(core) {
    this.#core = core;
  }

  /**
   * Reads whether the chain is paused. Act only if `frozen` and `stale` are both false.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<ChainStatus>>}
   */
  async status(options = {}) {
    return this.#core.run({ method: "GET", path: "/chain/status", options });
  }

  /**
   * Reads the chain board. Needs the scope `scan` or an Agency plan.
   * @param {CallOptions} [options]
   * @returns {Promise<ApiResponse<ChainBoard>>}
   */
  async board(options = {}) {
    return this.#core.run({ method: "GET", path: "/chain/board", options });
  }
}
