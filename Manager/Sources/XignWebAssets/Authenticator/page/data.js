// The data that a login asks for: a field for each value that is missing, and the choice among stored ones.

import { attributeValue } from "../protocol/attributes.js";
import { utf8 } from "../protocol/bytes.js";
import { clone, Flaws } from "./view.js";

const label = (name) => clone(`name-${name}`).textContent;

/** The required attributes that a person cannot give: the manager wants them verified, and has no such value. */
export const unavailable = (attributes) => Object.entries(attributes)
  .filter(([, { isRequired, isMissing, mustBeVerified }]) => isRequired && isMissing && mustBeVerified)
  .map(([name]) => ({ label: label(name) }));

export const fieldsFor = (attributes) => Object.entries(attributes).map(([name, attribute]) => field(name, attribute));

function field(name, { isRequired, isMissing, mustBeVerified, aliases }) {
  if (isMissing && mustBeVerified) return clone("left-out", { label: label(name) });
  if (isMissing) return clone(`data-${name}`, { isOptional: !isRequired });
  if (isRequired && aliases.length === 1) {
    // A value without a name of its own has that of its attribute.
    const [{ text }] = aliases;
    return clone("stored", { label: label(name), value: text === label(name) ? "" : text });
  }
  const choice = clone("choice", {
    label: label(name), isOptional: !isRequired, isRemembered: aliases.length > 1,
    aliases: aliases.map(({ text }, index) => ({ text, index })),
  });
  choice.firstElementChild.dataset.field = name;
  const select = choice.querySelector("select");
  select.name = name;
  choice.querySelector(".error").id = `${name}-error`;
  select.setAttribute("aria-describedby", `${name}-error`);
  // Nothing optional is given unless the person says so.
  select.value = isRequired ? Math.max(0, aliases.findIndex(({ isPrimary }) => isPrimary)) : "";
  return choice;
}

/**
 * Reads what was typed and chosen.
 * @param {Object} values of the form, by name.
 * @throws {Flaws}
 */
export function chosen(attributes, values) {
  const given = {};
  const flaws = [];
  for (const [name, { isRequired, isMissing, mustBeVerified, aliases }] of Object.entries(attributes)) {
    if (!isMissing) {
      const index = values[name] ?? 0;
      if (index !== "") given[name] = { alias: aliases[index] };
    } else if (!mustBeVerified) {
      const typed = name === "address" ? address(values) : values[name];
      const isEmpty = Object.values(typed).join("").trim() === "";
      if (isEmpty && isRequired) flaws.push([name, "flaw-required"]);
      if (isEmpty) continue;
      const value = attributeValue(name, typed);
      const flaw = value === undefined ? "flaw-invisible" : flawOf(name, value);
      if (flaw) flaws.push([name, flaw]);
      given[name] = { value };
    }
  }
  if (flaws.length > 0) throw new Flaws(...flaws);
  return given;
}

/** The parts of an address, by the names that the protocol gives them. */
function address(values) {
  const parts = ["street_address", "postal_code", "locality", "region", "country"];
  const typed = Object.fromEntries(parts.map((part) => [part, values[`address.${part}`]]));
  return { ...typed, country: typed.country.toUpperCase() };
}

// MARK: The forms of values (docs/protocol.md, section 5, "Attributes"). The manager judges each again.

const limits = {
  nickname: 100, givenName: 100, familyName: 100, placeOfBirth: 100, salutation: 40, gender: 50, username: 64,
};

/** A character is an extended grapheme cluster. */
const characters = (text) => [...new Intl.Segmenter().segment(text)].length;

const isCountry = (text) => /^[A-Z]{2}$/.test(text)
  && Boolean(new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(text));

const forms = {
  username: (text) => !/\s/.test(text),
  // A day has begun somewhere as early as in the time zone UTC+14.
  birthdate: (text) => text >= "1900-01-01" && text <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
  nationality: isCountry,
  email: (text) => utf8(text).length <= 254 && !/[\s<>,;:\\\x22()[\]]/.test(text)
    && /^[^@.]+(\.[^@.]+)*@([^@.]+\.)+[^@.]+$/.test(text) && !/[@.]-|-(\.|$)/.test(text.slice(text.indexOf("@"))),
  phoneNumber: (text) => /^\+[1-9][0-9]{6,14}$/.test(text),
};

/** Returns the template of the sentence about a flaw; undefined where the value has the form of its attribute. */
function flawOf(name, value) {
  if (name === "address") return addressFlaw(JSON.parse(value));
  const limit = limits[name];
  const fits = !limit || (characters(value) <= limit && utf8(value).length <= 4 * limit);
  return fits && (forms[name]?.(value) ?? true) ? undefined : `flaw-form-${name}`;
}

function addressFlaw(parts) {
  if (["street_address", "postal_code", "locality", "country"].some((part) => !parts[part])) return "flaw-form-address";
  if (Object.values(parts).some((text) => characters(text) > 200)) return "flaw-part-length";
  return isCountry(parts.country) ? undefined : "flaw-country";
}
