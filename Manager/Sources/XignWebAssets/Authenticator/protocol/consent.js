// The consent statement (docs/protocol.md, section 5): what a device signs, and what it refuses to sign.

import { decode, utf8 } from "./bytes.js";
import { ConsentMismatch } from "./errors.js";
import {
  areAlternatives, bytes, closed, isBoolean, isIdentifier, isInteger, isObject, isString, list, oneMember, oneOf, open,
  party,
} from "./forms.js";
import { limits, parse, require, same } from "./strict-json.js";
import { isDisplayText } from "./text.js";

const matches = (pattern) => (value) => isString(value) && pattern.test(value);
const isPart = (value) => closed({}, { literal: isDisplayText, name: isDisplayText })(value)
  && oneMember({ literal: isString, name: isString })(value);
const isTransaction = (value) => closed({
  type: matches(/^[a-zA-Z]{1,64}$/), language: matches(/^[a-zA-Z0-9-]{2,35}$/), text: list(isPart, 1, 32),
})(value) && Object.hasOwn(value.text[0], "literal")
  && value.text.reduce((count, { literal, name }) => count + utf8(literal ?? name).length, 0) <= 1024;

const isActivation = closed({ id: bytes(16) }, { alias: isDisplayText, platform: isDisplayText, since: isInteger });
const isInvitation = closed({
  organization: closed(party), address: isDisplayText,
  roles: list(closed({ service: isDisplayText, role: isDisplayText }), 1, 16),
});

/** The members that a purpose adds: the required ones, then the optional ones. */
const subjects = {
  login: [{}, { offlineUntil: isInteger }],
  inAppLogin: [{}, { offlineUntil: isInteger }],
  transaction: [{ transaction: isTransaction }],
  changePin: [{}],
  newActivation: [{}],
  delete: [{}],
  addFactor: [{ utility: closed({ factor: oneOf("biometric") }) }],
  revoke: [{ utility: closed({ activation: isActivation }) }],
  merge: [{ utility: closed({ invitation: isInvitation }) }],
};
const subjectOf = ({ purpose }) => Object.hasOwn(subjects, purpose) ? subjects[purpose] : undefined;

const isAttribute = closed(
  { name: isDisplayText, required: isBoolean, source: oneOf("stored", "supplied"), digest: bytes(32) },
  { aliasId: isIdentifier, aliasText: isDisplayText });
const isChannel = oneOf("crossDevice", "sameDevice", "inApp", "api");

const members = {
  v: oneOf(1), purpose: isString, channel: isChannel, idm: isString, session: bytes(16), challenge: bytes(32),
  issuedAt: isInteger, expiresAt: isInteger, activationId: bytes(16),
  service: closed({ ...party, origin: isDisplayText }), organization: closed(party), role: closed(party),
  alternatives: areAlternatives, attributes: list(isAttribute), policyVersion: isInteger,
};

/**
 * Reads a consent statement.
 * @param {Uint8Array} statement
 * @throws {Malformed} for any other form.
 */
export function readConsent(statement) {
  const value = parse(statement, limits.statement);
  require(isObject(value));
  const subject = subjectOf(value);
  require(subject && closed({ ...members, ...subject[0] }, subject[1])(value));
  const names = value.attributes.map(({ name }) => name);
  require(new Set(names).size === names.length);
  const isLogin = ["login", "inAppLogin"].includes(value.purpose);
  require(isLogin || (names.length === 0 && value.alternatives.every((factors) => factors.includes("pin"))));
  return value;
}

/** Returns true if an answer to `start` has the members of its purpose and no others of the kind. */
export function hasSubject(answer) {
  const [required, optional = {}] = subjectOf(answer) ?? [{}];
  const named = ["utility", "transaction", "offlineUntil"].filter((name) => Object.hasOwn(answer, name));
  return subjectOf(answer) !== undefined && isChannel(answer.channel) && open(required, optional)(answer)
    && named.every((name) => Object.hasOwn({ ...required, ...optional }, name));
}

const ownServices = ["xign.account", "xign.console"];

/** Returns true if the parties of an answer to `start` are those of a process that began in this way. */
function hasPartiesOf({ purpose, channel, url }, { service, organization, roles, attributes }) {
  const isBuiltIn = ownServices.includes(service.id) && organization.id === "xign.operator"
    && Object.keys(attributes).length === 0 && roles.every(({ id, alternatives }) =>
      id === "xign.person" && alternatives.every((factors) => factors.includes("pin")));
  // No website passes for the manager.
  const isDeclared = !ownServices.includes(service.id) && organization.id !== "xign.operator"
    && roles.every(({ id }) => id !== "xign.person");
  const isOwnPage = isBuiltIn && service.origin === url;
  if (channel === "api") return isBuiltIn && service.id === "xign.account" && service.origin === "app";
  return isOwnPage || (isDeclared && purpose === "login");
}

/**
 * Checks that an answer to `start` is of the process that the person began: a scanned login must not turn out to be
 * another act.
 * @param {{ purpose: string, channel: string, url: string }} begun with the URL in the key material.
 * @throws {ConsentMismatch}
 */
export function checkBeginning(begun, answer) {
  const isBegun = answer.purpose === begun.purpose && answer.channel === begun.channel && hasPartiesOf(begun, answer);
  if (!isBegun) throw new ConsentMismatch();
}

/**
 * Checks that a statement says exactly what the person saw and chose, and reads it.
 *
 * Challenge, times, policy version, and the digest of a stored value are the manager's: the device does not know them.
 * @param process the process, as `Client.start` returned it.
 * @param role one of its roles.
 * @param {Object} choices the expected members of each attribute, by name.
 * @throws {ConsentMismatch}
 */
export function checkConsent(statement, process, role, choices) {
  const value = readOrMismatch(statement);
  const { challenge, issuedAt, expiresAt, policyVersion } = value;
  const { purpose, channel, session, service, organization, utility, transaction, offlineUntil } = process;
  const isComplete = value.attributes.length === Object.keys(choices).length
    && value.attributes.every(({ name }) => Object.hasOwn(choices, name));
  const isShown = isComplete && same(value, {
    v: 1, purpose, channel, utility, transaction, offlineUntil, idm: process.idm, session, challenge, issuedAt,
    expiresAt, activationId: process.activationId,
    service: { id: service.id, name: service.name, origin: service.origin },
    organization: { id: organization.id, name: organization.name }, role: { id: role.id, name: role.name },
    alternatives: role.alternatives, policyVersion,
    attributes: value.attributes.map(({ name, digest }) => ({ name, digest, ...choices[name] })),
  });
  if (!isShown) throw new ConsentMismatch();
  return value;
}

/**
 * Checks that the statement after a wrong PIN may be signed without asking the person again, and reads it.
 * @param before the content of the statement that was refused.
 * @throws {ConsentMismatch}
 */
export function checkNext(before, statement) {
  const value = readOrMismatch(statement);
  const { challenge, issuedAt, expiresAt } = value;
  if (!same({ ...before, challenge, issuedAt, expiresAt }, value)) throw new ConsentMismatch();
  return value;
}

function readOrMismatch(statement) {
  try { return readConsent(decode(statement)); } catch { throw new ConsentMismatch(); }
}
