// Judges inputs by the authenticator's modules, as Tests/ProtocolJudge does by the Swift ones.

import { shownAttributes } from "../protocol/additions.js";
import * as answers from "../protocol/answers.js";
import { attributeNames, attributeValue } from "../protocol/attributes.js";
import { decode, encode, utf8 } from "../protocol/bytes.js";
import { readConsent } from "../protocol/consent.js";
import { isEd25519Key } from "../protocol/ed25519.js";
import * as jws from "../protocol/jws.js";
import { readDocument } from "../protocol/key-material.js";
import { managerIdentifier } from "../protocol/origin.js";
import { readLink } from "../protocol/pid.js";
import { isCommon, isPin } from "../protocol/pin.js";
import { limits, parse, require, serialize } from "../protocol/strict-json.js";
import { canonical, canonicalDisplayText, isDisplayText } from "../protocol/text.js";
import { readPhoneNumber, readPIN } from "../protocol/typed.js";

const string = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
const json = (value) => encode(serialize(value));
const algorithms = { biometric: "ES256", device: "ES256", pin: "Ed25519" };

const describe = ({ material: { idmIdentifier, epoch, sequence, expiresAt, threshold, encryptionKeys } }) =>
  [idmIdentifier, epoch, sequence, expiresAt, threshold, encryptionKeys.length].join(" ");

/** Reads key material in an envelope with a signature that nobody has verified. */
function keyMaterial(bytes) {
  const header = encode(serialize({ alg: "Ed25519", kid: "x", typ: jws.types.keyMaterial }));
  const signatures = [{ protected: header, signature: encode(new Uint8Array(64)) }];
  return describe(readDocument(serialize({ payload: encode(bytes), signatures })));
}

/** Reads a JWS, whose form a manager checks further: one signature for each of the factors that all headers name. */
function signed(bytes) {
  for (const type of [jws.types.consent, jws.types.enrolment, jws.types.keyChange]) {
    let document;
    try { document = jws.read(bytes, type); } catch { continue; }
    const [{ factors }] = document.entries;
    const isComplete = document.entries.every((entry) =>
      entry.factors.join() === factors.join() && entry.alg === algorithms[entry.kid])
      && document.entries.map(({ kid }) => kid).sort().join() === factors.join();
    if (isComplete) return `${type} ${factors.join()} ${encode(document.payload)}`;
  }
  return describe(readDocument(bytes));
}

function link(text) {
  try {
    const { kind, origin, appLinkOrigin } = readLink(text);
    return [kind, origin, ...(appLinkOrigin ? [appLinkOrigin] : [])].join(" ");
  } catch (error) { return error.code; }
}

const place = ({ character, place: name, count }) => `${character} ${name}${name === "after" ? ` ${count}` : ""}`;

function phone(typed) {
  try { return readPhoneNumber(typed); } catch ({ code, at }) { return at ? `${code} ${place(at)}` : code; }
}

/** Names the invisible character of a typed text. */
function flaw(typed) {
  try { canonical(typed); } catch ({ code, at }) { if (code === "invisible") return place(at); }
  return "none";
}

function address(typed) {
  const [street, postal, locality, region, ...rest] = typed.split("|");
  if (rest.length === 0) return "no address";
  const parts = { street_address: street, postal_code: postal, locality, region, country: rest.join("|") };
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  try {
    const text = attributeValue("address", parts);
    const read = JSON.parse(text ?? "{}");
    const isWhole = read.street_address && read.locality && /^[A-Z]{2}$/.test(read.country) && names.of(read.country);
    return isWhole ? encode(utf8(text)) : "refused";
  } catch { return "refused"; }
}

const answer = (isAnswer, tell = () => "accepted") => (bytes) => {
  const value = parse(bytes, limits.message);
  require(typeof value === "object" && !Array.isArray(value));
  if ("error" in value) {
    require(answers.isRefusal(value));
    return `refused ${value.error}`;
  }
  require(isAnswer(value));
  return tell(value);
};

/** Tells what a device shows of the attributes in an answer to `start`. */
function offers(answer) {
  const shown = shownAttributes(answer);
  if (!shown) return "clientTooOld";
  const named = (aliases) => aliases.map(({ id, text, isPrimary }) => [id, text, isPrimary]);
  const place = ([name]) => attributeNames.indexOf(name);
  return json([
    ...shown.attributes.toSorted((one, other) => place(one) - place(other))
      .map(([name, { isRequired, isMissing, mustBeVerified, aliases }]) =>
        [name, "", isRequired, isMissing, mustBeVerified, named(aliases)]),
    ...shown.additions.map(({ name, kind, isRequired, aliases }) => [name, kind, isRequired, named(aliases)]),
  ]);
}

const judges = {
  json: (bytes) => json(parse(bytes, limits.statement)),
  consent: (bytes) => json(readConsent(bytes)),
  keyMaterial,
  signed,
  origin: (bytes) => managerIdentifier(string(bytes)),
  link: (bytes) => link(string(bytes)),
  text: (bytes) => String(isDisplayText(string(bytes))),
  typed(bytes) {
    const text = canonicalDisplayText(string(bytes));
    return text && encode(utf8(text));
  },
  bytes: (bytes) => encode(decode(string(bytes))),
  typedPin: (bytes) => { const pin = readPIN(string(bytes)); return pin && encode(utf8(pin)); },
  phone: (bytes) => phone(string(bytes)),
  flaw: (bytes) => flaw(string(bytes)),
  address: (bytes) => address(string(bytes)),
  pin: (bytes) => isPin(string(bytes)) ? (isCommon(string(bytes)) ? "common" : "allowed") : undefined,
  key: (bytes) => isEd25519Key(bytes) ? "accepted" : undefined,
  open: answer(answers.isOpened), start: answer(answers.isStarted), offers: answer(answers.isStarted, offers),
  prepare: answer(answers.isPrepared),
  finish: answer(answers.isFinished), personalizeFinish: answer(answers.isActivated), status: answer(answers.hasStatus),
  startUtility: answer(answers.isPinUtility),
};

/** Returns the judgement of each line, `-` where the reader refuses the bytes. */
export const judge = (lines) => lines.map((line) => {
  const [kind, data] = line.split(" ");
  try { return judges[kind](decode(data)) ?? "-"; } catch { return "-"; }
});
