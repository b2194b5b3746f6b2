// Process initialization data, and the links that contain them (docs/protocol.md, section 2).

import { decode } from "./bytes.js";
import { PidError } from "./errors.js";
import { isOrigin } from "./origin.js";

const kinds = [
  undefined, { process: "personalization" },
  { process: "login", channel: "crossDevice" }, { process: "login", channel: "sameDevice" },
  { process: "transaction", channel: "crossDevice" }, { process: "transaction", channel: "sameDevice" },
];

function readPid(text) {
  let data;
  try { data = decode(text); } catch { throw new PidError("notInitializationData"); }
  if (data.length <= 34 || data.length > 256) throw new PidError("notInitializationData");
  if (data[0] !== 1 || !kinds[data[1]]) throw new PidError("unsupportedFormat");
  const origin = String.fromCharCode(...data.subarray(34));
  if (!isOrigin(origin)) throw new PidError("invalidOrigin");
  return { kind: data[1], ...kinds[data[1]], id: data.slice(2, 18), secret: data.slice(18, 34), origin };
}

/**
 * Reads a pid, bare or in an App-Link.
 *
 * Deep-Links are refused: they open apps, and no page.
 * @returns {{ kind: number, process: "personalization" | "login" | "transaction",
 *   channel?: "crossDevice" | "sameDevice", id: Uint8Array, secret: Uint8Array, origin: string,
 *   appLinkOrigin?: string }}
 * @throws {PidError} `notInitializationData`, `unsupportedFormat` or `invalidOrigin`.
 */
export function readLink(text) {
  const hash = text.indexOf("#");
  if (hash < 0) return readPid(text);
  const appLinkOrigin = /^(.*)\/a$/.exec(text.slice(0, hash))?.[1];
  if (!isOrigin(appLinkOrigin)) throw new PidError("notInitializationData");
  return { ...readPid(text.slice(hash + 1)), appLinkOrigin };
}
