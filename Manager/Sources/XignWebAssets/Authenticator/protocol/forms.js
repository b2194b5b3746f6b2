// Forms: functions that tell whether a value has the form that a table of docs/protocol.md gives it.

import { decode, utf8 } from "./bytes.js";
import { isDisplayText } from "./text.js";

export const isString = (value) => typeof value === "string";
export const isBoolean = (value) => typeof value === "boolean";
export const isInteger = Number.isSafeInteger;
export const isCount = (value) => isInteger(value) && value >= 0;
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An identifier that is compared by its bytes and not displayed: 1 to 256 bytes. */
export const isIdentifier = (value) => isString(value) && value.length > 0 && utf8(value).length <= 256;

/** Bytes in base64url, a given number of them, or any. */
export const bytes = (count) => (value) => {
  try { return [decode(value).length, undefined].includes(count); } catch { return false; }
};

export const oneOf = (...words) => (value) => words.includes(value);
export const list = (form, minimum = 0, maximum = Infinity) => (value) =>
  Array.isArray(value) && value.length >= minimum && value.length <= maximum && value.every(form);
/** An object with any names, whose values have a form. */
export const map = (form) => (value) => isObject(value) && Object.values(value).every(form);

const fits = (value, name, form) => Object.hasOwn(value, name) && form(value[name]);

/** An object with these members; unknown ones are ignored, as in requests and answers. */
export const open = (required, optional = {}) => (value) =>
  isObject(value)
  && Object.entries(required).every(([name, form]) => fits(value, name, form))
  && Object.entries(optional).every(([name, form]) => !Object.hasOwn(value, name) || form(value[name]));

/** An object with these members and no others, as in statements. */
export const closed = (required, optional = {}) => {
  const form = open(required, optional);
  return (value) => form(value)
    && Object.keys(value).every((name) => Object.hasOwn(required, name) || Object.hasOwn(optional, name));
};

/** An object with exactly one of these members. */
export const oneMember = (forms) => (value) =>
  open({}, forms)(value) && Object.keys(forms).filter((name) => Object.hasOwn(value, name)).length === 1;

export const factors = ["biometric", "device", "otp", "pin", "yubikey"];
/** Factors, sorted, each once. */
export const isFactorList = (value) =>
  list(oneOf(...factors))(value) && value.every((name, index) => index === 0 || value[index - 1] < name);
/** One or more sets of factors, each with the device. */
export const areAlternatives = list((value) => isFactorList(value) && value.includes("device"), 1);

/** The members of every service, organization and role. */
export const party = { id: isIdentifier, name: isDisplayText };
