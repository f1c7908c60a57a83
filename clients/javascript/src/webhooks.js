/** Verifies webhook deliveries. Source: Standard Webhooks 1.0.0. */

import { CitableError } from "./errors.js";

/**
 * Why a delivery is refused.
 * @typedef {"missing_header" | "bad_timestamp" | "too_old" | "too_new" | "no_match" | "bad_secret"
 *   | "bad_body"} WebhookReason
 */

/**
 * Header fields: as `fetch` has them, as Node.js has them, or as pairs.
 * @typedef {Iterable<readonly [string, string]>
 *   | Readonly<Record<string, string | readonly string[] | undefined>>} WireHeaders
 */

/**
 * A delivery. `type` is `monitor.completed`; ignore other types.
 * @typedef {object} WebhookMessage
 * @property {string} type
 * @property {string} timestamp
 * @property {boolean} [test] True for a sample.
 * @property {ScanResult} data
 */

/**
 * Result of a weekly scan.
 * @typedef {object} ScanResult
 * @property {string} monitorId
 * @property {string} url
 * @property {string} scanId
 * @property {number} score
 * @property {number | null} previousScore
 * @property {number | null} delta
 * @property {{ id: string, score: number | null, delta: number | null }[]} categories
 * @property {{ id: string, from: string, to: string }[]} flippedChecks
 * @property {string} reportUrl
 * @property {string} [webUrl]
 */

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const TIME = /^[0-9]{1,12}$/;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** The delivery isn't genuine, or can't be verified. Answer it with 400. */
export class WebhookError extends CitableError {
  /** @param {WebhookReason} reason */
  constructor(reason) {
    super(reason);
    /** Why it is refused. */
    this.reason = reason;
  }
}

/**
 * Returns the message of a delivery, or throws `WebhookError`.
 * @param {Uint8Array | ArrayBuffer} body Raw body: JSON that was parsed and written again doesn't
 *   verify.
 * @param {WireHeaders} headers
 * @param {string | readonly string[]} secrets Signing secret, or several while it is rotated.
 * @param {object} [options]
 * @param {number} [options.tolerance] Age in seconds that a delivery may have. Defaults to 300.
 * @param {number} [options.now] Time in seconds since 1970.
 * @returns {Promise<WebhookMessage>}
 */
export async function verifyWebhook(
  body,
  headers,
  secrets,
  { tolerance = 300, now = Date.now() / 1000 } = {},
) {
  if (!(body instanceof Uint8Array) && !(body instanceof ArrayBuffer)) {
    throw new TypeError("body must be the raw bytes of the request.");
  }
  const keys = (typeof secrets === "string" ? [secrets] : secrets).map(keyBytes);
  if (keys.length === 0) throw new WebhookError("bad_secret");
  const found = lowered(headers);
  const id = found.get("webhook-id");
  const timestamp = found.get("webhook-timestamp");
  const signatures = found.get("webhook-signature");
  if (!id || !timestamp || !signatures) throw new WebhookError("missing_header");
  if (!TIME.test(timestamp)) throw new WebhookError("bad_timestamp");
  const age = now - Number(timestamp);
  if (age > tolerance) throw new WebhookError("too_old");
  if (age < -tolerance) throw new WebhookError("too_new");
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), new Uint8Array(body));
  const given = signatures.split(" ").flatMap(signatureBytes);
  // `verify` compares in constant time. Every pair is compared, so that the time tells nothing
  // about which one matched.
  let matches = 0;
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["verify"]);
    for (const signature of given) {
      matches += Number(await crypto.subtle.verify("HMAC", key, signature, signed));
    }
  }
  if (matches === 0) throw new WebhookError("no_match");
  return message(body);
}

/** @param {string} text */
function decoded(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** @param {string} secret */
function keyBytes(secret) {
  const text = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : secret;
  if (text === "" || !BASE64.test(text)) throw new WebhookError("bad_secret");
  return decoded(text);
}

/** @param {string} part */
function signatureBytes(part) {
  return part.startsWith("v1,") && BASE64.test(part.slice(3)) ? [decoded(part.slice(3))] : [];
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** @param {WireHeaders} headers @returns {Map<string, string>} */
function lowered(headers) {
  const pairs =
    Symbol.iterator in headers
      ? /** @type {Iterable<readonly [string, string]>} */ (headers)
      : Object.entries(headers);
  const found = new Map();
  for (const [name, value] of pairs) {
    if (value !== undefined) found.set(name.toLowerCase(), String(value).trim());
  }
  return found;
}

/** @param {Uint8Array | ArrayBuffer} body @returns {WebhookMessage} */
function message(body) {
  /** @type {unknown} */
  let parsed = null;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    // Refused below.
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    throw new WebhookError("bad_body");
  }
  return /** @type {WebhookMessage} */ (parsed);
}
