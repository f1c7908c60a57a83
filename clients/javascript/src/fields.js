/**
 * Reads header fields that say how much is left and how long to wait.
 *
 * Nothing here throws for a field that cannot be read: the result is null.
 */

/**
 * One quota, such as the scans of this day.
 * @typedef {object} Bucket
 * @property {string | null} name Name of the quota: `day` or `month`. Null for the older header
 *   fields, which have no name.
 * @property {number | null} limit Requests the quota allows.
 * @property {number | null} remaining Requests left after this one.
 * @property {number | null} resetSeconds Seconds until the quota resets.
 * @property {number | null} windowSeconds Length of the quota's window, in seconds.
 */

/** @typedef {{ get(name: string): string | null }} Fields */
/** @typedef {string | number | boolean} Bare */
/** @typedef {Map<string, { bare: Bare, isInteger: boolean }>} Parameters */
/** @typedef {{ item: Bare, parameters: Parameters }} Member */

const KEY = /[a-z*][a-z0-9_\-.*]*/y;
const TOKEN = /[A-Za-z*][A-Za-z0-9!#$%&'*+\-.^_`|~:/]*/y;
const STRING = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y;
const DECIMAL = /-?[0-9]{1,12}\.[0-9]{1,3}(?![0-9.])/y;
const INTEGER = /-?[0-9]{1,15}(?![0-9.])/y;
const BINARY = /:[A-Za-z0-9+/]*={0,2}:/y;
const SPACES = /[ \t]*/y;
const COUNT = /^[0-9]{1,10}$/;
const LONGEST_FIELD = 8192;
/** The three forms of a date in a header field (RFC 9110, section 5.6.7), by their beginnings. */
const DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

class Unreadable extends Error {}

/** Reads a structured field from left to right. */
class Reader {
  at = 0;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /** @param {RegExp} pattern @returns {string | null} */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  /** @param {string} literal */
  skip(literal) {
    if (!this.text.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  /** @returns {{ bare: Bare, isInteger: boolean }} */
  bare() {
    const string = this.take(STRING);
    if (string !== null) {
      return { bare: string.slice(1, -1).replace(/\\(.)/g, "$1"), isInteger: false };
    }
    if (this.skip("?1")) return { bare: true, isInteger: false };
    if (this.skip("?0")) return { bare: false, isInteger: false };
    const decimal = this.take(DECIMAL);
    if (decimal !== null) return { bare: Number(decimal), isInteger: false };
    const integer = this.take(INTEGER);
    if (integer !== null) return { bare: Number(integer), isInteger: true };
    const text = this.take(TOKEN) ?? this.take(BINARY);
    if (text === null) throw new Unreadable();
    return { bare: text, isInteger: false };
  }

  /** @returns {Member} */
  member() {
    const { bare: item } = this.bare();
    /** @type {Parameters} */
    const parameters = new Map();
    while (this.skip(";")) {
      this.take(SPACES);
      const key = this.take(KEY);
      if (key === null) throw new Unreadable();
      parameters.set(key, this.skip("=") ? this.bare() : { bare: true, isInteger: false });
    }
    return { item, parameters };
  }
}

/**
 * Returns the members of a structured list with their parameters, or null.
 *
 * Source: RFC 9651, section 4.2.1. Inner lists, dates and display strings are not read: no field
 * of the API has them.
 * @param {string} text
 * @returns {Member[] | null}
 */
function parseList(text) {
  if (text.length > LONGEST_FIELD) return null;
  const reader = new Reader(text.replace(/^ +| +$/g, ""));
  const members = [];
  try {
    while (reader.at < reader.text.length) {
      members.push(reader.member());
      reader.take(SPACES);
      if (reader.at === reader.text.length) return members;
      if (!reader.skip(",")) return null;
      reader.take(SPACES);
      if (reader.at === reader.text.length) return null;
    }
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
  return members;
}

/** @param {Parameters | undefined} parameters @param {string} name */
function count(parameters, name) {
  const value = parameters?.get(name);
  return value?.isInteger && typeof value.bare === "number" && value.bare >= 0 ? value.bare : null;
}

/** @param {string | null} text */
function number(text) {
  return text !== null && COUNT.test(text.trim()) ? Number(text) : null;
}

/** @param {string | null} field @returns {Map<string, Parameters> | null} */
function named(field) {
  const members = field === null ? null : parseList(field);
  if (members === null || members.length === 0) return null;
  /** @type {Map<string, Parameters>} */
  const found = new Map();
  for (const { item, parameters } of members) {
    if (typeof item !== "string") return null;
    found.set(item, parameters);
  }
  return found;
}

/**
 * Returns the quotas that a response's header fields describe, or null.
 *
 * Reads `RateLimit` and `RateLimit-Policy`, else `RateLimit-Limit`, `-Remaining` and `-Reset`.
 * @param {Fields} headers
 * @returns {Bucket[] | null}
 */
export function rateLimit(headers) {
  const now = named(headers.get("ratelimit"));
  if (now !== null) {
    const policies = named(headers.get("ratelimit-policy"));
    return [...now].map(([name, values]) => ({
      name,
      limit: count(policies?.get(name), "q"),
      remaining: count(values, "r"),
      resetSeconds: count(values, "t"),
      windowSeconds: count(policies?.get(name), "w"),
    }));
  }
  const remaining = number(headers.get("ratelimit-remaining"));
  if (remaining === null) return null;
  const limit = number(headers.get("ratelimit-limit"));
  const resetSeconds = number(headers.get("ratelimit-reset"));
  return [{ name: null, limit, remaining, resetSeconds, windowSeconds: null }];
}

/**
 * Returns the seconds to wait before the next request, or null. Never below 0.
 *
 * Reads `Retry-After` as a number or a date (RFC 9110, section 10.2.3), else `retryAfterSec` of
 * the body.
 * @param {Fields} headers
 * @param {unknown} body
 * @param {number} now Time in seconds since 1970.
 * @returns {number | null}
 */
export function retryAfter(headers, body, now) {
  const field = headers.get("retry-after");
  if (field !== null) {
    const seconds = number(field);
    if (seconds !== null) return seconds;
    const date = DATE.test(field) ? Date.parse(field) : NaN;
    if (!Number.isNaN(date)) return Math.max(0, date / 1000 - now);
  }
  if (typeof body !== "object" || body === null || !("retryAfterSec" in body)) return null;
  const told = body.retryAfterSec;
  return Number.isInteger(told) && Number(told) >= 0 && Number(told) < 1e10 ? Number(told) : null;
}
