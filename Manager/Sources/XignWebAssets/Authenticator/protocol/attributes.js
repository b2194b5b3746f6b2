// Attributes (docs/protocol.md, section 5, "Attributes").

import { InputFlaw } from "./errors.js";
import { write } from "./strict-json.js";
import { canonical, trim } from "./text.js";
import { readPhoneNumber } from "./typed.js";

/** The attributes that this version can ask a person for. */
export const attributeNames = [
  "username", "nickname", "givenName", "familyName", "birthdate", "address", "nationality", "placeOfBirth", "gender",
  "salutation", "email", "phoneNumber",
];

/** The most characters of a text. Other attributes have a form of their own. */
export const textLimits = {
  username: 64, nickname: 100, givenName: 100, familyName: 100, placeOfBirth: 100, gender: 50, salutation: 40,
};

/** The most characters of a part of an address. */
export const addressPartLimit = 200;

/** A code in upper case. A text beyond ASCII stays as it is, since `ß` would become `SS`, South Sudan. */
const country = (typed) => /[^\0-\x7f]/.test(trim(typed)) ? canonical(typed) : canonical(typed).toUpperCase();

const readers = {
  nationality: country,
  phoneNumber: readPhoneNumber,
  email: (typed) => canonical(typed).replace(/@[^@]*$/, (domain) => domain.toLowerCase()),
  address: readAddress,
};

/**
 * Returns a typed value in the form of its attribute; undefined where it is empty. The manager judges the rest:
 * `prepare` answers `invalid`.
 * @param {string | Object} typed a text; the parts of an address by name, such as `street_address`.
 * @throws {InputFlaw}
 */
export function attributeValue(name, typed) {
  if (Object.values(typed).every((text) => trim(text) === "")) return undefined;
  return (readers[name] ?? canonical)(typed);
}

function readAddress(typed) {
  const parts = Object.entries(typed).filter(([, text]) => trim(text) !== "");
  return write(Object.fromEntries(parts.map(([part, text]) => [part, readPart(part, text)])));
}

function readPart(part, text) {
  try {
    if (part === "country") return country(text);
    if (part !== "street_address") return canonical(text);
    // A street has lines.
    const lines = text.split(/\r\n|[\n\v\f\r\x85\u2028\u2029]/).filter((line) => trim(line) !== "");
    return lines.map(canonical).join("\n");
  } catch (error) {
    throw new InputFlaw(error.code, { at: error.at, part });
  }
}
