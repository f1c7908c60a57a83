/** Where the service is, and who calls it. */

/** Where a service listens that was started without settings. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:8080";
const KEY = /^ctb_[0-9A-Za-z]{42}$/;

/** @param {string} name @returns {string | undefined} */
export function environment(name) {
  // Not every runtime has it, and not every one lets it be read.
  const { process } = /** @type {{ process?: { env?: Record<string, string> } }} */ (globalThis);
  return process?.env?.[name] || undefined;
}

/** @param {string} host */
function isLoopback(host) {
  return /^(127(\.[0-9]+){3}|\[::1\]|(.+\.)?localhost)$/.test(host);
}

/**
 * Returns the root of the service's site, without a slash at its end.
 * @param {string} baseUrl
 * @param {boolean} withKey
 */
export function site(baseUrl, withKey) {
  /** @type {URL} */
  let url;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new TypeError("The base URL must look like https://citable.example.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError("The base URL must look like https://citable.example.");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError("The base URL can't have a user name, a query or a fragment.");
  }
  if (withKey && url.protocol !== "https:" && !isLoopback(url.hostname)) {
    throw new TypeError("With an API key, the base URL must be https, except for this machine.");
  }
  return url.origin + url.pathname.replace(/\/*$/, "").replace(/\/api\/v1$/, "").replace(/\/*$/, "");
}

/**
 * Returns the key if it is well-formed. The error doesn't show it.
 * @param {string | undefined} key
 */
export function checkedKey(key) {
  if (key !== undefined && !KEY.test(key)) {
    throw new TypeError("The API key is malformed: expected ctb_ and 42 letters or digits.");
  }
  return key;
}
