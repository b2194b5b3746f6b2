// Text that a person bases a decision on (docs/protocol.md, section 0, "Text").

import { utf8 } from "./bytes.js";
import { InputFlaw } from "./errors.js";

// The closed list of invisible characters. JavaScript's own classes grow with Unicode.
const hidden = "[\\0-\\x1f\\x7f-\\x9f\\xad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891"
  + "\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800"
  + "\\u3164\\ufdd0-\\ufdef\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffc\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}"
  + "\\u{13441}\\u{13442}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}"
  + "\\p{Noncharacter_Code_Point}]";
const invisible = new RegExp(hidden, "u");
const invisibleOnly = new RegExp(`^${hidden}*$`, "u");
/** White space, for a class of a regular expression. */
export const white = "\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const ends = new RegExp(`^[${white}]+|[${white}]+$`, "g");
const blank = new RegExp(`^[${white}\\u200c\\u200d\\ufe0f]*$`);
// One mark twice in a row, or five marks in a row. Joiners do not interrupt a row.
const heap = /([\p{Mn}\p{Me}])\p{Cf}*\1|(?:[\p{Mn}\p{Me}]\p{Cf}*){5}/u;

/** Returns a text without white space at its ends. */
export const trim = (text) => text.replace(ends, "");

/** Returns a text without any white space. */
export const withoutWhiteSpace = (text) => text.replace(new RegExp(`[${white}]`, "g"), "");

const isVisible = (text) => text.isWellFormed() && !invisible.test(text) && !blank.test(text);

/** Returns true for display text. A device then compares exactly the text that a person sees. */
export const isDisplayText = (text) => typeof text === "string" && utf8(text).length <= 256 && isVisible(text);

/** Returns true for a text with line breaks that describes something: at most 4,096 bytes. */
export const isDescription = (text) => typeof text === "string" && utf8(text).length <= 4096 && text.isWellFormed()
  && !invisible.test(text.replaceAll("\n", ""));

/** Returns true for lines of display text, as in an organization's address. */
export const isAddress = (text) => typeof text === "string" && text.split("\n").every(isDisplayText);

// MARK: Typed text

/** Characters as a person counts them: extended grapheme clusters. */
export const characters = (text) => [...new Intl.Segmenter().segment(text)].length;

/**
 * Describes a character that a rule refuses.
 * @param {string} text without white space at its ends.
 * @returns {{ character: string, place: "beginning" | "end" | "first" | "after", count: number }} its code point, and
 *   its place: after the first character, or after `count` characters.
 */
export function characterAt(text, index) {
  const scalar = text.codePointAt(index);
  const codePoint = `U+${scalar.toString(16).toUpperCase().padStart(4, "0")}`;
  const character = scalar > 0x20 && scalar < 0x7f ? `${text[index]} (${codePoint})` : codePoint;
  const count = characters(text.slice(0, index));
  if (index === 0) return { character, place: "beginning", count };
  if (invisibleOnly.test(text.slice(index))) return { character, place: "end", count };
  return { character, place: count === 1 ? "first" : "after", count };
}

/**
 * Returns typed text in canonical form. Of its characters only white space at its ends goes.
 * @throws {InputFlaw} `invisible` or `marks`, with the character; `blank`.
 */
export function canonical(typed) {
  if (!typed.isWellFormed()) throw new InputFlaw("invisible");
  const text = trim(typed.normalize("NFC"));
  const index = text.search(invisible);
  if (index >= 0) throw new InputFlaw("invisible", { at: characterAt(text, index) });
  if (blank.test(text)) throw new InputFlaw("blank");
  const apart = text.normalize("NFD");
  const marks = heap.exec(apart);
  if (marks) {
    const last = [...marks[0]].at(-1);
    throw new InputFlaw("marks", { at: characterAt(apart, marks.index + marks[0].length - last.length) });
  }
  return text;
}

/**
 * Returns typed display text in canonical form.
 * @throws {InputFlaw} as `canonical`, or `long`.
 */
export function canonicalDisplayText(typed) {
  const text = canonical(typed);
  if (utf8(text).length > 256) throw new InputFlaw("long");
  return text;
}
