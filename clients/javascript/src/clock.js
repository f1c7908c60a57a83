/** Time limits. */

import { TimedOut } from "./errors.js";

/**
 * Returns the time limit if it is one.
 * @param {number} timeout Seconds.
 */
export function seconds(timeout) {
  if (!(timeout > 0 && timeout < 1e6)) {
    throw new TypeError("A timeout must be a number of seconds above 0.");
  }
  return timeout;
}

/** Limits how long a call may take, and cancels it. */
export class Clock {
  #controller = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isOver = false;

  /** @param {number} timeout Seconds. @param {AbortSignal | undefined} signal */
  constructor(timeout, signal) {
    signal?.throwIfAborted();
    this.timeout = timeout;
    this.outer = signal;
    signal?.addEventListener("abort", this.#cancel);
    this.restart();
  }

  #cancel = () => this.#controller.abort();

  get signal() {
    return this.#controller.signal;
  }

  /** Stops until `restart`. */
  pause() {
    clearTimeout(this.#timer);
  }

  restart() {
    this.pause();
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#controller.abort();
    }, this.timeout * 1000);
  }

  /**
   * Returns what to throw instead of an error of `fetch`.
   * @param {Error} error
   */
  instead(error) {
    if (this.outer?.aborted) return this.outer.reason;
    return this.#isOver ? new TimedOut(`No response within ${this.timeout} s.`) : error;
  }

  /** Ends the call, with its connection if it still reads. */
  end() {
    this.pause();
    this.outer?.removeEventListener("abort", this.#cancel);
    this.#controller.abort();
  }
}
