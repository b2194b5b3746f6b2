// Attributes (docs/protocol.md, section 5, "Attributes").

import { write } from "./strict-json.js";
import { canonical } from "./text.js";

/** The attributes that this version can ask a person for. */
export const attributeNames = [
  "username", "nickname", "givenName", "familyName", "birthdate", "address", "nationality", "placeOfBirth", "gender",
  "salutation", "email", "phoneNumber",
];

const rules = {
  nationality: (text) => text.toUpperCase(),
  phoneNumber: (text) => text.replace(/[\s()/.-]/g, ""),
  email: (text) => text.replace(/@[^@]*$/, (domain) => domain.toLowerCase()),
};

/**
 * Returns a typed value in the form of its attribute; undefined where it is empty or has a flaw. The manager judges the
 * rest: `prepare` answers `invalid`.
 * @param {string | Object} typed a text; the parts of an address by name, such as `street_address`.
 */
export function attributeValue(name, typed) {
  if (name !== "address") return canonical((rules[name] ?? String)(typed));
  const parts = Object.entries(typed).filter(([, text]) => text.trim() !== "").map(([part, text]) =>
    [part, text.trim().split(/\s*\n\s*/).map(canonical)]);
  if (parts.length === 0 || parts.some(([, lines]) => lines.includes(undefined))) return undefined;
  return write(Object.fromEntries(parts.map(([part, lines]) => [part, lines.join("\n")])));
}
