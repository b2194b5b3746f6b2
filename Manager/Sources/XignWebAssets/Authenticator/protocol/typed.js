// Typed numbers (docs/protocol.md, section 0, "Typed numbers"): telephone numbers, PINs and the digits of a page.

import { InputFlaw } from "./errors.js";
import { characterAt, trim, white } from "./text.js";

const separator = new RegExp(`^[${white}\\p{Pd}\\u2212]$`, "u");
const opening = "([{\uff08\uff3b";
const closing = ")]}\uff09\uff3d";
const punctuation = new RegExp("^[.\\xb7\\u2024\\u30fb\\ufe52\\uff0e/\\u2044\\u2215\\uff0f"
  + "()[\\]{}\\uff08\\uff09\\uff3b\\uff3d\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]$");
const separates = (character) => separator.test(character) || punctuation.test(character);

/** Returns the value of a decimal digit of any script; undefined for another character. */
function digit(character) {
  if (!/^\p{Nd}$/u.test(character)) return undefined;
  // The digits of each script stand in their order, from zero.
  const point = character.codePointAt(0);
  let start = point;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return String((point - start) % 10);
}

/** Returns the ASCII digits of digits with white space and hyphens between them; undefined for any other text. */
export function readDigits(typed) {
  const digits = [...typed].filter((character) => !separator.test(character)).map(digit);
  return digits.includes(undefined) ? undefined : digits.join("");
}

/** Returns a PIN as ASCII digits; undefined for a text that is none. */
export function readPIN(typed) {
  const digits = readDigits(typed);
  return digits?.length >= 5 && digits.length <= 32 ? digits : undefined;
}

/** True for brackets around a single zero. */
function isZeroInBrackets([, ...rest]) {
  const end = rest.findIndex((character) => closing.includes(character));
  const inside = rest.slice(0, Math.max(0, end)).filter((character) => !separates(character));
  return inside.length === 1 && digit(inside[0]) === "0";
}

function flaw(character) {
  if ("+\ufe62\uff0b".includes(character)) return "phone-plus";
  if (character === ";") return "phone-extension";
  return /\p{Alphabetic}/u.test(character) ? "phone-letter" : "phone-sign";
}

/**
 * Returns a telephone number in its canonical form.
 * @throws {InputFlaw} `form-phoneNumber`, or with the first character that is refused `phone-prefix`, `phone-letter`,
 *   `phone-extension`, `phone-plus` or `phone-sign`.
 */
export function readPhoneNumber(typed) {
  const text = trim(typed);
  const all = [...text];
  if (all.length > 128) throw new InputFlaw("form-phoneNumber");
  const first = all.findIndex((character) => !separates(character));
  const hasScheme = first >= 0 && all.slice(first, first + 4).join("").toLowerCase() === "tel:";
  let number = "";
  let index = 0;
  for (const [count, character] of all.entries()) {
    const at = index;
    index += character.length;
    if (hasScheme && count < first + 4) continue;
    if (opening.includes(character) && isZeroInBrackets(all.slice(count))) {
      throw new InputFlaw("phone-prefix", { at: characterAt(text, at) });
    }
    if (separates(character)) continue;
    const value = digit(character);
    if (value !== undefined) number += value;
    else if ("+\ufe62\uff0b".includes(character) && number === "") number = "+";
    else throw new InputFlaw(flaw(character), { at: characterAt(text, at) });
  }
  if (!/^\+[1-9]\d{6,14}$/.test(number)) throw new InputFlaw("form-phoneNumber");
  return number;
}
