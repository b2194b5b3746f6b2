// Text that a person bases a decision on (docs/protocol.md, section 0, "Text").

import { utf8 } from "./bytes.js";

// The closed list of invisible characters. JavaScript's own classes grow with Unicode.
const invisible = new RegExp("[\\0-\\x1f\\x7f-\\x9f\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891"
  + "\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800"
  + "\\u3164\\ufdd0-\\ufdef\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffc\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}"
  + "\\u{13441}\\u{13442}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}"
  + "\\p{Noncharacter_Code_Point}]", "u");
const white = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const ends = new RegExp(`^[${white}]+|[${white}]+$`, "g");
const blank = new RegExp(`^[${white}\\u200c\\u200d\\ufe0f]*$`);
// One mark twice in a row, or five marks in a row. Joiners do not interrupt a row.
const heap = /([\p{Mn}\p{Me}])\p{Cf}*\1|(?:[\p{Mn}\p{Me}]\p{Cf}*){5}/u;

const isVisible = (text) => text.isWellFormed() && !invisible.test(text) && !blank.test(text);

/** Returns true for display text. A device then compares exactly the text that a person sees. */
export const isDisplayText = (text) => typeof text === "string" && utf8(text).length <= 256 && isVisible(text);

/** Returns true for a text with line breaks that describes something: at most 4,096 bytes. */
export const isDescription = (text) => typeof text === "string" && utf8(text).length <= 4096 && text.isWellFormed()
  && !invisible.test(text.replaceAll("\n", ""));

/** Returns true for lines of display text, as in an organization's address. */
export const isAddress = (text) => typeof text === "string" && text.split("\n").every(isDisplayText);

/** Returns typed text in canonical form; undefined where it has a flaw or is empty. */
export function canonical(typed) {
  if (!typed.isWellFormed()) return undefined;
  const text = typed.normalize("NFC").replace(ends, "");
  return isVisible(text) && !heap.test(text.normalize("NFD")) ? text : undefined;
}

/** Returns typed display text in canonical form; undefined where it is none. */
export function canonicalDisplayText(typed) {
  const text = canonical(typed);
  return isDisplayText(text) ? text : undefined;
}
