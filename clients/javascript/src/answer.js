/** Makes results of answers. */

import { BadAnswer, StreamEnded, apiError } from "./errors.js";
import { Answered, ApiResponse } from "./response.js";
import { Parser } from "./sse.js";

/** @typedef {import("./clock.js").Clock} Clock */

/**
 * One step of a scan.
 * @typedef {object} ScanEvent
 * @property {string | null} id ID of the event. Pass it as `after` to get the events that follow.
 * @property {import("../types/schema.js").LifecycleEvent} data What happened.
 */

/** Bytes that the body of a response may have. */
const LARGEST_BODY = 16 * 1024 * 1024;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

/**
 * Returns text of a stranger that is safe to print.
 * @param {string} text
 */
export function shown(text) {
  return text.replace(CONTROL, " ").slice(0, 200);
}

/**
 * Yields the body, chunk by chunk.
 * @param {Response} answer
 * @param {Clock} clock
 */
async function* chunks(answer, clock) {
  if (answer.body === null) return;
  const reader = answer.body.getReader();
  for (;;) {
    /** @type {ReadableStreamReadResult<Uint8Array>} */
    let read;
    try {
      read = await reader.read();
    } catch (error) {
      const why = `The response was cut off: ${shown(String(error))}`;
      const cut = new BadAnswer(why, { cause: error });
      throw clock.instead(cut);
    }
    if (read.done) return;
    yield read.value;
  }
}

/** @param {Response} answer @param {Clock} clock @returns {Promise<string | null>} */
async function text(answer, clock) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const parts = [];
  let size = 0;
  for await (const chunk of chunks(answer, clock)) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw new BadAnswer("The response is over 16 MiB.");
    parts.push(chunk);
  }
  try {
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  } catch {
    return null;
  }
}

/** @param {string | null} body @returns {Record<string, unknown> | null} */
function json(body) {
  /** @type {unknown} */
  let data;
  try {
    data = JSON.parse(body ?? "");
  } catch {
    return null;
  }
  const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
  return isObject ? /** @type {Record<string, unknown>} */ (data) : null;
}

/** @param {Response} answer */
function mediaType(answer) {
  return (answer.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** @param {Response} answer @param {Clock} clock @returns {Promise<Error>} */
async function refused(answer, clock) {
  // Browsers hide redirects behind a status of 0.
  if (answer.status < 400) {
    const where = shown(answer.headers.get("location") ?? "no URL");
    return new BadAnswer(
      `The response is a redirect (${answer.status}) to ${where}. ` +
        "Set the base URL to the service's own.",
    );
  }
  const body = json(await text(answer, clock)) ?? {};
  return apiError(new Answered(answer.status, answer.headers, body), body);
}

/**
 * Returns what a response contains, or throws its error.
 * @template T
 * @param {Response} answer
 * @param {Clock} clock
 * @returns {Promise<ApiResponse<T>>}
 */
export async function result(answer, clock) {
  if (!answer.ok) throw await refused(answer, clock);
  const [type, body] = [mediaType(answer), await text(answer, clock)];
  /** @type {unknown} */
  let data = null;
  if (type === "text/markdown") {
    data = body;
  } else if (type === "application/json") {
    data = json(body);
  }
  if (data === null) {
    throw new BadAnswer(`The response isn't JSON but ${shown(type) || "unnamed"}.`);
  }
  return new ApiResponse(answer.status, answer.headers, /** @type {T} */ (data));
}

/**
 * Yields the events of a response.
 * @param {Response} answer
 * @param {Clock} clock
 * @param {string | null} after
 * @returns {AsyncGenerator<ScanEvent, void, undefined>}
 */
export async function* events(answer, clock, after) {
  if (answer.status === 204) return;
  if (!answer.ok) throw await refused(answer, clock);
  if (mediaType(answer) !== "text/event-stream") {
    throw new BadAnswer("The response isn't an event stream.");
  }
  const [parser, incoming] = [new Parser(), chunks(answer, clock)];
  let lastId = after;
  for (;;) {
    clock.restart();
    /** @type {IteratorResult<Uint8Array, void>} */
    let next;
    try {
      next = await incoming.next();
    } catch (error) {
      if (clock.outer?.aborted || !(error instanceof Error)) throw error;
      throw new StreamEnded(lastId, error.message, { cause: error });
    } finally {
      // The caller may take its time with an event.
      clock.pause();
    }
    if (next.done) throw new StreamEnded(lastId, "the service closed it.");
    for (const event of parser.feed(next.value)) {
      if (event.name !== "scan") continue;
      const data = json(event.data);
      if (data === null) throw new BadAnswer("An event isn't JSON.");
      lastId = event.id;
      yield {
        id: event.id,
        data: /** @type {import("../types/schema.js").LifecycleEvent} */ (/** @type {unknown} */ (data)),
      };
      if (data["status"] === "done" || data["status"] === "error") return;
    }
  }
}
