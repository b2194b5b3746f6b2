// Process initialization data, and the links that contain them (docs/protocol.md, section 2).

import { decode, utf8 } from "./bytes.js";
import { PidError } from "./errors.js";
import { isOrigin } from "./origin.js";
import { trim, withoutWhiteSpace } from "./text.js";

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

/** Reads the part of a link before its `#`. A query in it, which trackers and mail programs add, means nothing. */
function readAddress(text) {
  const start = /^([^?]*)\/a(?:\?|$)/.exec(text)?.[1];
  if (isOrigin(start)) return { appLinkOrigin: start };
  const scheme = /^([a-z][a-z\d+.-]*):\/$/.exec(start)?.[1];
  return scheme && scheme !== "https" && scheme !== "http" ? { scheme } : undefined;
}

/** Reads a text that is one of the three forms from its beginning to its end. */
function readWhole(text) {
  const hash = text.indexOf("#");
  if (hash < 0) return readPid(text);
  const address = readAddress(text.slice(0, hash));
  if (!address) throw new PidError("notInitializationData");
  return { ...readPid(text.slice(hash + 1)), ...address };
}

/**
 * Reads a pid, bare or in an App-Link.
 *
 * Deep-Links are refused: they open apps, and no page.
 * @returns {{ kind: number, process: "personalization" | "login" | "transaction",
 *   channel?: "crossDevice" | "sameDevice", id: Uint8Array, secret: Uint8Array, origin: string,
 *   appLinkOrigin?: string }}
 * @throws {PidError} `notInitializationData`, `unsupportedFormat` or `invalidOrigin`; of a damaged link
 *   `linkIncomplete`, `linkWrapped`, `linkExtended` or `linkEmbedded`.
 */
export function readLink(typed) {
  const text = trim(typed);
  let pid;
  try {
    pid = readWhole(text);
  } catch (error) {
    const damage = error.code !== "unsupportedFormat" && damageTo(text);
    throw damage ? new PidError(damage) : error;
  }
  if (pid.scheme) throw new PidError("notInitializationData");
  return pid;
}

// MARK: Damaged links

function isLink(text) {
  try { return Boolean(readWhole(text)); } catch { return false; }
}

/** Returns what has become of a link that cannot be read; undefined where the text is none. */
function damageTo(text) {
  if (utf8(text).length > 8192) return undefined;
  const compact = withoutWhiteSpace(text);
  if (compact !== text && isLink(compact)) return "linkWrapped";
  // Three times: a link inside of a link inside of a link.
  for (let round = 0, decoded = text; round <= 3; round += 1) {
    const prefix = prefixOfLink(decoded);
    if (prefix !== undefined) return prefix.includes("://") ? "linkEmbedded" : "linkExtended";
    decoded = decoded.replace(/%([0-7][\da-fA-F])/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
  }
  return isBeginning(text) ? "linkIncomplete" : undefined;
}

/** No pid ends with a hyphen or an underscore, since none is the end of an origin in base64url. */
const withoutDashes = (run) => run.replace(/[-_]+$/, "");

/** Returns what stands before a whole link or pid inside of a text; undefined where there is none. */
function prefixOfLink(text) {
  const hash = text.indexOf("#AQ");
  if (hash >= 0) {
    const separator = text.lastIndexOf("://", hash);
    const start = separator < 0 ? -1 : text.slice(0, separator).search(/[a-z][a-z\d+.-]*$/);
    // A letter before it belongs to the scheme, which is then no scheme: `Https`.
    if (start < 0 || /[a-zA-Z\d]$/.test(text.slice(0, start))) return undefined;
    const [pid] = /^[\w-]*/.exec(text.slice(hash + 1));
    return isLink(text.slice(start, hash + 1) + withoutDashes(pid)) ? text.slice(0, start) : undefined;
  }
  for (const { 1: dashes, 2: run, index } of text.matchAll(/([-_]*)([\w-]*)/g)) {
    if (run.startsWith("AQ") && isLink(withoutDashes(run))) return text.slice(0, index + dashes.length);
  }
  return undefined;
}

/** Returns true for a link or pid of which the end is missing, as far as it can be told. */
function isBeginning(text) {
  const hash = text.indexOf("#");
  if (hash >= 0) return Boolean(readAddress(text.slice(0, hash))) && isBeginningOfPid(text.slice(hash + 1));
  return Boolean(readAddress(text)) || (text.length >= 24 && isBeginningOfPid(text));
}

function isBeginningOfPid(text) {
  if (!/^[\w-]*$/.test(text) || text.length > 342) return false;
  if (text.length <= 2) return "AQ".startsWith(text);
  // Format 1, a kind from 1 to 5, and two bits of the id.
  if (!/^AQ[E-X]/.test(text)) return false;
  const bytes = decode(text.slice(0, text.length - text.length % 4));
  const origin = String.fromCharCode(...bytes.subarray(34));
  return "https://".startsWith(origin) || "http://".startsWith(origin)
    || ["", "a", "1"].some((end) => isOrigin(origin + end));
}
