// The forms of answers (docs/protocol.md, section 3, "Operations"). Unknown members are ignored.

import { hasSubject } from "./consent.js";
import { codes } from "./errors.js";
import {
  areAlternatives, bytes, factors, isBoolean, isCount, isIdentifier, isInteger, isString, list, map,
  oneMember, oneOf, open, party,
} from "./forms.js";
import { isAddress, isDescription, isDisplayText } from "./text.js";

const isFactor = oneOf(...factors);
const described = { description: isDescription };
const isService = open({ ...party, origin: isDisplayText }, described);
const isOrganization = open(party, { ...described, website: isDescription, address: isAddress });
const isRole = open({ ...party, alternatives: areAlternatives });

const endsLater = open({ retryAfterSeconds: isCount, lockedUntil: isInteger });
const isLockout = (value) => open({ isPermanent: isBoolean })(value)
  && (value.isPermanent ? !("retryAfterSeconds" in value || "lockedUntil" in value) : endsLater(value));

const isVersion = (value) => isString(value) && /^[0-9A-Za-z.+-]{1,32}$/.test(value);
/** A refusal of any operation. */
export const isRefusal = open(
  { error: oneOf(...Object.keys(codes)) },
  { lockout: isLockout, retryAfterSeconds: isCount, findings: list(isString), minimumVersion: isVersion });

const isPolicy = open({ minimumLength: isCount, maximumLength: isCount });
const isPersonalize = open({
  openToken: bytes(32), challenge: bytes(32), userName: isDisplayText, pinPolicy: isPolicy, newPinRequired: isBoolean,
  requiredFactors: list(isFactor), optionalFactors: list(isFactor), wrongPins: isCount,
}, { alias: isDisplayText, organization: isOrganization, service: isService });
/** The answer to `open`. `merge` is for devices that announce the word. */
export const isOpened = oneMember({
  personalize: isPersonalize, merge: () => false, lockout: isLockout, alreadyUsedAt: isInteger,
});

const activated = { userName: isDisplayText, alias: isDisplayText, factors: list(isFactor) };
/** The answer to `personalizeFinish`. */
export const isActivated = open(activated);
const isNotice = open({ number: isCount, at: isInteger, kind: isString }, { device: isDisplayText });
/** The answer to `status`. */
export const hasStatus = open({ ...activated, notices: list(isNotice) }, { lockout: isLockout });

const isAlias = open({ id: isIdentifier, text: isDisplayText, isPrimary: isBoolean });
const isAttribute = open({
  isRequired: isBoolean, isMissing: isBoolean, mustBeVerified: isBoolean, aliases: list(isAlias),
}, { kind: isString });
const haveDifferentIds = (values) => new Set(values.map(({ id }) => id)).size === values.length;
const hasProcess = open({
  service: isService, organization: isOrganization, roles: list(isRole, 1), attributes: map(isAttribute),
  sessionToken: bytes(32), expiresInSeconds: isCount,
}, { pairing: isBoolean });
/** The answer to `start`. */
export const isStarted = (value) => hasProcess(value) && hasSubject(value) && haveDifferentIds(value.roles)
  && Object.keys(value.attributes).every(isDisplayText);

/** The answer to `prepare`. */
export const isPrepared = oneMember({
  errors: map(oneOf("invalid", "notAvailable", "dataMissing", "noAliasSelected")), statement: bytes(),
});

const isOutcome = oneOf(
  "userLogin", "serviceLogin", "apiAccessMergeComplete", "apiAccessAddFactor", "apiAccessChangePin",
  "apiAccessRequestNewActivationData", "apiAccessDelete");
const isResult = open({
  outcome: isOutcome, service: isService, organization: isOrganization, roleName: isDisplayText,
  failedAttemptsSinceLastSuccess: isCount,
}, { grant: bytes(32), returnSecret: bytes(32) });
/** The answer to `finish`. */
export const isFinished = oneMember({
  result: isResult, refusal: open({ lockout: isLockout }, { nextStatement: bytes() }),
});

/** The answer to `startUtility` for a process that sets a PIN. */
export const isPinUtility = open({ sessionId: bytes(16), sessionToken: bytes(32), pinPolicy: isPolicy });
