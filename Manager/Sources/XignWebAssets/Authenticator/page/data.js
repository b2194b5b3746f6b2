// The data that a login asks for: a field for each value that is missing, and the choice among stored ones.

import { addressPartLimit, attributeValue, textLimits } from "../protocol/attributes.js";
import { utf8 } from "../protocol/bytes.js";
import { InputFlaw } from "../protocol/errors.js";
import { characters } from "../protocol/text.js";
import { clone, Flaws } from "./view.js";

const label = (name) => clone(`name-${name}`).textContent;

/**
 * The required attributes and additions that a person cannot give: the manager wants them verified, and has no such
 * value; or the organization keeps them. A list of them is undefined where there are none.
 */
export function unavailable({ attributes, additions }) {
  const unverified = Object.entries(attributes)
    .filter(([, { isRequired, isMissing, mustBeVerified }]) => isRequired && isMissing && mustBeVerified)
    .map(([name]) => ({ label: label(name) }));
  const notKept = additions.filter(({ isRequired, aliases }) => isRequired && aliases.length === 0)
    .map(({ name }) => ({ label: name }));
  return {
    unverified: unverified.length > 0 ? unverified : undefined, notKept: notKept.length > 0 ? notKept : undefined,
  };
}

/**
 * The fields of what the website requires, of what the person may give, and of what the person may allow; undefined
 * where there is nothing.
 */
export function fieldsFor({ attributes, additions }) {
  // The names of additions may be any text: their fields are named by their numbers.
  const fields = additions.map((addition, index) => [addition, additionField(addition, additionName(index))]);
  const added = (kind, required) => fields.filter(([one]) => one.kind === kind && one.isRequired === required)
    .map(([, field]) => field);
  const of = (required) => [
    ...Object.entries(attributes).filter(([, attribute]) => attribute.isRequired === required)
      .map(([name, attribute]) => field(name, attribute)),
    ...added("value", required),
  ];
  const optional = of(false);
  const permissions = added("permission", false);
  const isTyped = Object.values(attributes).some(({ isMissing, mustBeVerified }) => isMissing && !mustBeVerified);
  const isRemembered = Object.values(attributes).some(({ aliases }) => aliases.length > 1);
  return {
    required: of(true), optional: optional.length > 0 ? optional : undefined,
    permissions: permissions.length > 0 ? permissions : undefined, isTyped, isRemembered,
  };
}

/** The name of the field of the addition with a number. */
export const additionName = (index) => `addition-${index}`;

/** The field of an addition. Name and aliases are the manager's words. */
function additionField({ name: label, kind, isRequired, aliases }, name) {
  if (aliases.length === 0) return clone("nothing-stored", { label });
  if (kind === "permission") {
    const permission = clone("permission", { label, alias: aliases[0].text });
    const box = permission.querySelector("input");
    box.name = name;
    permission.firstElementChild.dataset.field = name;
    permission.querySelector(".hint").id = `${name}-hint`;
    permission.querySelector(".error").id = `${name}-error`;
    box.setAttribute("aria-describedby", `${name}-hint ${name}-error`);
    return permission;
  }
  if (isRequired && aliases.length === 1) return clone("stored", { label, value: aliases[0].text });
  return choice(name, label, { isRequired, aliases }, aliases.map(({ text }) => text));
}

function field(name, { isRequired, isMissing, mustBeVerified, aliases }) {
  if (isMissing && mustBeVerified) return clone("left-out", { label: label(name) });
  if (isMissing) return clone(`data-${name}`, { isRequired, isOptional: !isRequired });
  // A value that is offered alone may have been chosen among several before: then its name tells which. A name that
  // the manager gave repeats the kind.
  const isOnly = aliases.length === 1;
  const given = clone(`default-${name}`).firstElementChild.dataset.names.split("|");
  const own = isOnly && !given.includes(aliases[0].text) ? aliases[0].text : "";
  if (isRequired && isOnly) return clone("stored", { label: label(name), value: own });
  const texts = aliases.map(({ text }) => isOnly && !own ? clone("send").textContent : text);
  return choice(name, label(name), { isRequired, aliases }, texts);
}

/** The choice among values. */
function choice(name, label, { isRequired, aliases }, texts) {
  const choice = clone("choice", {
    label, isRequired, isOptional: !isRequired, aliases: texts.map((text, index) => ({ text, index })),
  });
  choice.firstElementChild.dataset.field = name;
  const select = choice.querySelector("select");
  select.name = select.id = choice.querySelector("label").htmlFor = name;
  choice.querySelector(".hint").id = `${name}-hint`;
  choice.querySelector(".error").id = `${name}-error`;
  select.setAttribute("aria-describedby", `${name}-hint ${name}-error`);
  // Nothing optional is given unless the person says so.
  select.value = isRequired ? Math.max(0, aliases.findIndex(({ isPrimary }) => isPrimary)) : "";
  return choice;
}

/**
 * Reads what was typed and chosen.
 * @param {Object} values of the form, by name.
 * @throws {Flaws}
 */
export function chosen({ attributes, additions }, values) {
  // An addition may have any name, such as __proto__.
  const given = Object.create(null);
  const flaws = [];
  for (const [name, { isRequired, isMissing, mustBeVerified, aliases }] of Object.entries(attributes)) {
    if (!isMissing) {
      const index = values[name] ?? 0;
      if (index !== "") given[name] = { alias: aliases[index] };
    } else if (!mustBeVerified) {
      const typed = name === "address" ? address(values) : values[name];
      let value;
      try {
        value = attributeValue(name, typed);
        if (value !== undefined) check(name, value);
      } catch (error) {
        if (!(error instanceof InputFlaw)) throw error;
        const code = ["blank", "marks"].includes(error.code) ? "invisible" : error.code;
        flaws.push([error.part ? `address.${error.part}` : name, `flaw-${code}`, { at: error.at }]);
        continue;
      }
      if (value !== undefined) given[name] = { value };
      else if (isRequired) flaws.push([name, "flaw-required"]);
    }
  }
  if (flaws.length > 0) throw new Flaws(...flaws);
  additions.forEach(({ name, kind, isRequired, aliases }, index) => {
    const value = values[additionName(index)];
    // One that is required and the only one has no field. A box that is not ticked has no value.
    const isLeftOut = kind === "permission" ? value === undefined : !isRequired && (value ?? "") === "";
    if (!isLeftOut) given[name] = { alias: aliases[kind === "permission" ? 0 : value ?? 0] };
  });
  return given;
}

/** The parts of an address, by the names that the protocol gives them. */
function address(values) {
  const parts = ["street_address", "postal_code", "locality", "region", "country"];
  return Object.fromEntries(parts.map((part) => [part, values[`address.${part}`]]));
}

// MARK: The forms of values (docs/protocol.md, section 5, "Attributes"). The manager judges each again.

const isCountry = (text) => /^[A-Z]{2}$/.test(text)
  && Boolean(new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(text));

const forms = {
  username: (text) => !/\s/.test(text),
  // A day has begun somewhere as early as in the time zone UTC+14.
  birthdate: (text) => text >= "1900-01-01" && text <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
  nationality: isCountry,
  email: (text) => utf8(text).length <= 254 && !/[\s<>,;:\\\x22()[\]]/.test(text)
    && /^[^@.]+(\.[^@.]+)*@([^@.]+\.)+[^@.]+$/.test(text) && !/[@.]-|-(\.|$)/.test(text.slice(text.indexOf("@"))),
};

/** @throws {InputFlaw} */
function check(name, value) {
  if (name === "address") return checkAddress(JSON.parse(value));
  const limit = textLimits[name];
  const fits = !limit || (characters(value) <= limit && utf8(value).length <= 4 * limit);
  if (!fits || !(forms[name]?.(value) ?? true)) throw new InputFlaw(`form-${name}`);
}

function checkAddress(parts) {
  for (const part of ["street_address", "locality"]) {
    if (!parts[part]) throw new InputFlaw(`missing-${part}`, { part });
  }
  for (const [part, text] of Object.entries(parts)) {
    if (characters(text) > addressPartLimit) throw new InputFlaw("part-length", { part });
  }
  if (!isCountry(parts.country ?? "")) throw new InputFlaw("country", { part: "country" });
}
