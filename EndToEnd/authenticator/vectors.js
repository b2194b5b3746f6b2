// Checks the published vectors (Tests/XignProtocolTests/Vectors) with the authenticator's modules, in the browser that
// opens the page. check_vectors.py, beside the vectors, does the same in Python.

import { shownAttributes } from "../protocol/additions.js";
import { isStarted } from "../protocol/answers.js";
import { attributeValue } from "../protocol/attributes.js";
import { concat, decode, encode, utf8 } from "../protocol/bytes.js";
import { checkBeginning, checkConsent, hasSubject, readConsent } from "../protocol/consent.js";
import { ed25519Signer, hmac, hmacKey, pbkdf2, sha256, verify } from "../protocol/crypto.js";
import { isEd25519Key } from "../protocol/ed25519.js";
import { codes, Unreadable } from "../protocol/errors.js";
import { suites } from "../protocol/hpke.js";
import * as jws from "../protocol/jws.js";
import * as keyMaterial from "../protocol/key-material.js";
import { managerIdentifier } from "../protocol/origin.js";
import { readLink } from "../protocol/pid.js";
import { activationProof, isCommon, pinSeed, wellKnown } from "../protocol/pin.js";
import { keyIdentifier, openAnswer, proofTranscript, requestInfo, sealRequest } from "../protocol/sealed-channel.js";
import { disclose } from "../protocol/statements.js";
import { limits, parse, same } from "../protocol/strict-json.js";
import { canonicalDisplayText, isDisplayText } from "../protocol/text.js";
import { accepts, begin, check, run } from "./checks.js";
import * as ends from "./other-ends.js";

const text = (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const isEqual = (bytes, expected) => encode(bytes) === expected;

async function acceptsAsync(read) {
  try { await read(); return true; } catch { return false; }
}

// MARK: derivations.json

const derivations = {
  initializationData({ kind, id, secret, origin, pid }) {
    check("pid", ends.writePid({ kind, id: decode(id), secret: decode(secret), origin }) === pid);
    const read = readLink(pid);
    check("read", read.kind === kind && isEqual(read.id, id) && isEqual(read.secret, secret) && read.origin === origin);
  },
  async sessionSecrets({ managerSecret, session, step, qrKey, qrSecret, linkSecret }) {
    const secrets = await ends.sessionSecrets(decode(managerSecret), decode(session), step);
    check("qrKey", isEqual(secrets.qrKey, qrKey));
    check("QR secret", isEqual(secrets.qrSecret, qrSecret));
    check("link secret", isEqual(secrets.linkSecret, linkSecret));
  },
  async inAppSecrets({ managerSecret, session, secret }) {
    check("secret", isEqual(await ends.inAppSecret(decode(managerSecret), decode(session)), secret));
  },
  async encryptionKeyIDs({ suite, publicKey, kid }) {
    check("kid", isEqual(await keyIdentifier({ suite, publicKey: decode(publicKey) }), kid));
  },
  async verificationKeyIDs({ publicKey, kid }) {
    check("kid", await keyMaterial.verificationKeyIdentifier(decode(publicKey)) === kid);
  },
  async fingerprints({ words, ...roots }) { check("words", await ends.fingerprint(roots) === words); },
  async stretchings({ algorithm, cost, pin, salt, stretched }) {
    // Browsers have no scrypt; that of other devices stays unchecked.
    if (algorithm === "scrypt") return check("known", cost.length === 3);
    check("stretched", isEqual(await pbkdf2(utf8(pin), decode(salt), ...cost), stretched));
  },
  async pinKeys({ bound, salt, idm, activationId, seed, publicKey }) {
    const computed = await pinSeed(decode(bound), decode(salt), idm, decode(activationId));
    check("seed", isEqual(computed, seed));
    check("public key", isEqual((await ed25519Signer(computed)).publicKey, publicKey));
  },
  async softwareBinds({ secret, stretched, bound }) {
    check("bound", isEqual(await hmac(await hmacKey(decode(secret)), decode(stretched)), bound));
  },
  async bindPoints({ stretched, point }) { check("point", isEqual(await ends.bindPoint(decode(stretched)), point)); },
  async activationProofs({ pin, secret, activationId, pinProof }) {
    check("proof", isEqual(await activationProof(pin, decode(secret), decode(activationId)), pinProof));
  },
  requestInfos({ idm, operation, kid, info }) {
    check("info", isEqual(requestInfo(idm, operation, decode(kid)), info));
  },
  async deviceProofs({ idm, operation, activationId, encapsulatedKey, body, transcript, publicKey, signature }) {
    const computed = await proofTranscript(idm, operation, decode(activationId), decode(encapsulatedKey), decode(body));
    check("transcript", isEqual(computed, transcript));
    check("signature", await verify("ES256", decode(publicKey), decode(signature), computed));
  },
  async disclosures({ salt, name, value, text: expected, digest }) {
    const disclosure = await disclose(name, value, decode(salt));
    check("text", disclosure.text === expected);
    check("digest", disclosure.digest === digest);
  },
  async requestNames(vector) {
    const computed = await ends.requestName(vector);
    for (const [name, value] of Object.entries(computed)) check(name, isEqual(value, vector[name]));
  },
  async statementSecrets({ managerSecret, statement, ...values }) {
    const labels = { returnSecret: "xign/1 return", grant: "xign/1 grant", code: "xign/1 code" };
    check("known", Object.keys(values).every((name) => name in labels));
    for (const [name, value] of Object.entries(values)) {
      const secret = await ends.statementSecret(decode(managerSecret), labels[name], decode(statement));
      check(name, isEqual(secret, value));
    }
  },
  async recognitions({ managerSecret, label, content, value }) {
    check(label, isEqual(await hmac(decode(managerSecret), concat(utf8(label), decode(content))), value));
  },
};

// MARK: sealed-channel.json

async function sealed(vector) {
  const { suite, idm, operation, privateKey } = vector;
  check(`${suite} exists in this browser`, await suites[suite].isAvailable());
  const request = decode(vector.request);
  const opened = await ends.openRequest(vector, decode(privateKey), request);
  check("version", request[0] === 1);
  check("public key", isEqual(opened.publicKey, vector.publicKey));
  check("kid", isEqual(opened.kid, encode(await keyIdentifier({ suite, publicKey: opened.publicKey }))));
  check("body", isEqual(opened.body, vector.body));
  check("padding", opened.isPadded);
  if (vector.activationId === undefined) check("no proof", opened.proof.length === 0);
  else {
    const id = decode(vector.activationId);
    const transcript = await proofTranscript(idm, operation, id, opened.encapsulated, opened.body);
    check("proof", await verify("ES256", decode(vector.devicePublicKey), opened.proof, transcript));
  }
  const answer = decode(vector.answer);
  check("answer", isEqual(await openAnswer(answer, opened.encapsulated, opened.hpke), vector.answerBody));
  const isUnreadable = (bytes) => openAnswer(bytes, opened.encapsulated, opened.hpke).then(
    () => false, (error) => error instanceof Unreadable);
  for (const index of [0, 40, answer.length - 1]) {
    const forged = answer.slice();
    forged[index] ^= 1;
    check(`an answer with another byte ${index}`, await isUnreadable(forged));
  }
  check("a short answer", await isUnreadable(answer.slice(0, 40)));

  const own = await sealRequest({ body: opened.body, operation, idm, key: { suite, publicKey: opened.publicKey } });
  const again = await ends.openRequest(vector, decode(privateKey), own.bytes);
  check("a request of this browser opens", isEqual(again.body, vector.body) && again.isPadded);
}

// MARK: Statements

const readers = {
  [jws.types.consent]: readConsent, [jws.types.enrolment]: ends.readEnrolment,
  [jws.types.keyChange]: ends.readKeyChange,
};

/** Returns true if exactly the keys have signed, in the form that the type has. */
async function isValidStatement({ jws: document, typ, payload, keys }) {
  const kids = keys.map(({ kid }) => kid).sort();
  try {
    const isKeyMaterial = typ === jws.types.keyMaterial;
    const signed = isKeyMaterial ? keyMaterial.readDocument(utf8(document)).jws : jws.read(utf8(document), typ);
    if (!isKeyMaterial) await readers[typ](signed.payload);
    const byKey = keys.map((key) => jws.isSignedBy(signed, { ...key, publicKey: decode(key.publicKey) }));
    return isEqual(signed.payload, payload) && same(signed.entries.map(({ kid }) => kid).sort(), kids)
      && (isKeyMaterial || signed.entries.every(({ factors }) => same(factors, kids)))
      && (await Promise.all(byKey)).every(Boolean);
  } catch { return false; }
}

async function forms(vectors, ...accepted) {
  const isAccepted = async ({ bytes }) => {
    for (const read of accepted) if (await acceptsAsync(async () => read(decode(bytes)))) return true;
    return false;
  };
  for (const original of vectors.originals) {
    check(original.what, await isAccepted(original));
    for (const mutation of original.mutations) {
      check(`${original.what}: ${mutation.what}`, await isAccepted(mutation) === mutation.isAccepted);
    }
  }
  for (const other of vectors.others) check(other.what, await isAccepted(other) === other.isAccepted);
}

const ways = {
  qr: ["login", "crossDevice"], link: ["login", "sameDevice"], transactionQr: ["transaction", "crossDevice"],
  transactionLink: ["transaction", "sameDevice"], inAppStart: ["inAppLogin", "inApp"],
  keycloak: ["inAppLogin", "inApp"], merge: ["merge", "api"],
};

async function isSigned(process, startText, statement) {
  const answer = parse(utf8(startText), limits.message);
  const [purpose, channel] = ways[process.way] ?? [process.purpose, "api"];
  const isOther = ["inApp", "api"].includes(channel);
  try {
    if (!hasSubject(answer)) return false;
    if (isOther && !ends.isAsAsked({ ...process, purpose }, answer)) return false;
    // A login in an app has the parties of a login at a website.
    const kind = channel === "inApp" ? { purpose: "login", channel } : { purpose, channel };
    checkBeginning({ ...kind, url: channel === "inApp" ? "" : process.url },
      channel === "inApp" && answer.purpose === purpose ? { ...answer, purpose: "login" } : answer);
    const role = answer.roles.find(({ id }) => id === process.roleId);
    const choices = {};
    for (const [name, { aliasId, disclosure }] of Object.entries(process.attributes)) {
      const { isRequired, aliases } = answer.attributes[name];
      const alias = aliases.find(({ id }) => id === aliasId);
      if (aliasId !== undefined && !alias) return false;
      choices[name] = disclosure === undefined
        ? { required: isRequired, source: "stored", aliasId: alias?.id, aliasText: alias?.text }
        : { required: isRequired, source: "supplied", digest: encode(await sha256(utf8(disclosure))) };
    }
    const { idm, sessionId: session, activationId } = process;
    checkConsent(statement, { ...answer, idm, session, activationId }, role, choices);
    return true;
  } catch { return false; }
}

// MARK: The files

export const files = {
  async derivations(vectors) {
    for (const [name, list] of Object.entries(vectors)) {
      begin(`derivations.${name}`);
      check("known", Object.hasOwn(derivations, name));
      for (const vector of list) await derivations[name](vector);
    }
  },
  async "sealed-channel"(vectors) { for (const vector of vectors) await sealed(vector); },
  async statements(vectors) {
    for (const vector of vectors) check(vector.what, await isValidStatement(vector) === vector.isValid);
  },
  "strict-json"({ inputs, statements, consent, maximumByteCount, maximumDepth }) {
    for (const { what, bytes, isAccepted } of inputs) {
      check(what, accepts(() => parse(decode(bytes), { size: maximumByteCount, depth: maximumDepth })) === isAccepted);
    }
    const original = readConsent(decode(consent));
    for (const { what, bytes, expectation } of statements) {
      let judged = "refused";
      try { judged = same(readConsent(decode(bytes)), original) ? "same" : "different"; } catch { /* refused */ }
      check(`${what}: ${judged}`, judged === expectation);
    }
  },
  consents: (vectors) => forms(vectors, readConsent),
  "device-statements": (vectors) => forms(vectors, ends.readEnrolment, ends.readKeyChange),
  async comparison({ cases, processes, starts, statements }) {
    for (const { what, process, start, statement, isSigned: expected } of cases) {
      check(what, await isSigned(processes[process], starts[start], statements[statement]) === expected);
    }
  },
  offers(vectors) {
    for (const { what, start, shown: expected } of vectors) {
      const answer = parse(utf8(start), limits.message);
      check(`form: ${what}`, isStarted(answer));
      const found = shownAttributes(answer);
      const texts = (aliases) => aliases.map(({ text }) => text);
      const shown = found && [
        ...found.attributes.map(([name, { isRequired, aliases }]) => ({ name, isRequired, aliases: texts(aliases) }))
          .sort((one, other) => one.name < other.name ? -1 : 1),
        ...found.additions.map((addition) => ({ ...addition, aliases: texts(addition.aliases) })),
      ];
      check(what, expected === undefined ? shown === undefined : shown !== undefined && same(shown, expected));
    }
  },
  "in-app"(vectors) {
    for (const { what, text: answer, isAccepted } of vectors) {
      check(what, accepts(() => ends.readInAppAnswer(utf8(answer))) === isAccepted);
    }
  },
  text(vectors) {
    for (const { what, text: typed, isShown, canonical } of vectors) {
      check(what, isDisplayText(text(decode(typed))) === isShown);
      const expected = canonical === undefined ? undefined : text(decode(canonical));
      let written;
      try { written = canonicalDisplayText(text(decode(typed))); } catch { written = undefined; }
      check(`canonical: ${what}`, written === expected);
    }
  },
  async values(vectors) {
    const salt = Uint8Array.from({ length: 16 }, (_, index) => 0x60 + index);
    for (const { what, attribute, text: bytes, isCanonical, parts, disclosure } of vectors) {
      // A page makes values, and does not judge those of others.
      if (!isCanonical) continue;
      const value = text(decode(bytes));
      check(`${attribute}: ${what}`, attributeValue(attribute, parts ?? value) === value);
      if (disclosure) check(`disclosure: ${what}`, (await disclose(attribute, value, salt)).text === disclosure);
    }
  },
  origins(vectors) { for (const { text: origin, idm } of vectors) check(origin, managerIdentifier(origin) === idm); },
  links(vectors) {
    for (const { text: link, refusal, form, ...expected } of vectors) {
      // A page is opened by no Deep-Link.
      const flaw = form === "deepLink" ? "notInitializationData" : refusal;
      try {
        const { kind, id, secret, origin, appLinkOrigin } = readLink(link);
        check(link, flaw === undefined
          && same({ kind, id: encode(id), secret: encode(secret), origin, appLinkOrigin }, expected));
      } catch (error) { check(`${link}: ${error.code}`, error.code === flaw); }
    }
  },
  async "key-material"({ beginnings, successions, sealings }) {
    const read = (document) => keyMaterial.readDocument(utf8(document));
    for (const { what, documents, isConfirmed } of beginnings) {
      // A page has nobody to compare a fingerprint, and demands the signatures that this needs.
      check(what, (await keyMaterial.begin(documents.map(read)) !== undefined) === isConfirmed);
    }
    for (const { what, known, next, outcome } of successions) {
      check(what, await keyMaterial.succession(read(known), read(next)) === outcome);
    }
    for (const { what, document, time, isAllowed } of sealings) {
      check(what, keyMaterial.isCurrent(read(document).material, time) === isAllowed);
    }
  },
  pins({ examples, listed }) {
    for (const { pin, isCommon: expected } of examples) check(pin, isCommon(pin) === expected);
    check("list", same(listed.toSorted(), wellKnown.toSorted()));
  },
  async ed25519(vectors) {
    for (const { what, publicKey, message, signature, isKeyAccepted, isValid } of vectors) {
      const key = decode(publicKey);
      check(`key: ${what}`, isEd25519Key(key) === isKeyAccepted);
      const isVerified = isEd25519Key(key) && await verify("Ed25519", key, decode(signature), decode(message));
      check(`signature: ${what}`, isVerified === isValid);
    }
  },
  errors(vectors) {
    check("count", vectors.length === Object.keys(codes).length);
    for (const { code, endsTheProcess } of vectors) check(code, codes[code] === endsTheProcess);
  },
};

/** Checks the files with these names; one that is unknown here is a failure. */
export const checkVectors = (names, load) => run(Object.fromEntries(names.map((name) => [name, async () => {
  check("the file is known", Object.hasOwn(files, name));
  await files[name](await load(name));
}])));
