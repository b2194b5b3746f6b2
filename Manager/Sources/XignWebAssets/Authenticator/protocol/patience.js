// The limit of every wait for the browser itself: its storage and its cryptography may never answer.

import { BrowserSilent } from "./errors.js";

/** In milliseconds. */
const limit = 8_000;

/**
 * Waits for the browser.
 * @throws {BrowserSilent} if it does not answer. What was asked for may still happen.
 */
export function answered(promise) {
  let timer;
  const silence = new Promise((_, reject) => { timer = setTimeout(() => reject(new BrowserSilent()), limit); });
  return Promise.race([promise, silence]).finally(() => clearTimeout(timer));
}
