// The other ends of the protocol: computations and readers of managers, apps and enclaves. The authenticator of a
// browser does not need them, but the published vectors contain them.

import { concat, decode, encode, lp, random, u32, utf8 } from "../protocol/bytes.js";
import { encrypt, expand, extract, hkdf, hmac, sha256, xwing } from "../protocol/crypto.js";
import { isEd25519Key } from "../protocol/ed25519.js";
import { bytes, closed, isCount, isString, list, oneOf, open } from "../protocol/forms.js";
import { context, dhkemSecret } from "../protocol/hpke.js";
import { verificationKeyIdentifier } from "../protocol/key-material.js";
import { requestInfo } from "../protocol/sealed-channel.js";
import { limits, parse, require, serialize } from "../protocol/strict-json.js";
import { isDisplayText } from "../protocol/text.js";

const { subtle } = crypto;
const none = new Uint8Array();
const u64 = (number) => concat(u32(Math.floor(number / 2 ** 32)), u32(number % 2 ** 32));

// MARK: Section 1

function compare(a, b) {
  for (let index = 0; index < 32; index++) if (a[index] !== b[index]) return a[index] - b[index];
  return 0;
}

export async function fingerprint({ idm, threshold, rootKeys }) {
  const keys = rootKeys.map(decode).sort(compare);
  const digest = await sha256(concat(utf8("xign/1 root fingerprint"), lp(idm), u64(threshold), ...keys));
  const [consonants, vowels] = ["bdfghjklmnprstvz", "aeio"];
  return Array.from({ length: 8 }, (_, word) => {
    const number = (digest[2 * word] << 8) | digest[2 * word + 1];
    return consonants[number >> 12] + vowels[(number >> 10) & 3] + consonants[(number >> 6) & 15]
      + vowels[(number >> 4) & 3] + consonants[number & 15];
  }).join("-");
}

// MARK: Section 2

export const writePid = ({ kind, id, secret, origin }) => encode(concat([1, kind], id, secret, utf8(origin)));

export async function sessionSecrets(managerSecret, session, step) {
  const key = await hkdf(managerSecret, none, concat(utf8("xign/1 qr key"), session), 32);
  return {
    qrKey: key, qrSecret: (await hmac(key, concat(utf8("xign/1 qr"), u64(step)))).slice(0, 16),
    linkSecret: (await hmac(key, utf8("xign/1 link"))).slice(0, 16),
  };
}

export const inAppSecret = (managerSecret, session) =>
  hkdf(managerSecret, none, concat(utf8("xign/1 in-app"), session), 32);

// MARK: Section 3

const pkcs8 = (scalar) => concat([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20], scalar);

async function decapsulate(suite, privateKey, encapsulated) {
  if (suite === "x25519-sha256-aes256gcm") {
    const key = await subtle.importKey("pkcs8", pkcs8(privateKey), "X25519", true, ["deriveBits"]);
    const publicKey = decode((await subtle.exportKey("jwk", key)).x);
    const peer = await subtle.importKey("raw", encapsulated, "X25519", false, []);
    const agreed = new Uint8Array(await subtle.deriveBits({ name: "X25519", public: peer }, key, 256));
    return { publicKey, sharedSecret: await dhkemSecret(agreed, encapsulated, publicKey) };
  }
  const key = await subtle.importKey("raw-seed", privateKey, xwing, true, ["decapsulateBits"]);
  const publicKey = await subtle.exportKey("raw-public", await subtle.getPublicKey(key, ["encapsulateBits"]));
  const sharedSecret = await subtle.decapsulateBits(xwing, key, encapsulated);
  return { publicKey: new Uint8Array(publicKey), sharedSecret: new Uint8Array(sharedSecret) };
}

const kems = { "x25519-sha256-aes256gcm": [0x0020, 32], "xwing-sha256-aes256gcm": [0x647a, 1120] };

/** Opens a request as a manager does. */
export async function openRequest({ suite, idm, operation }, privateKey, request) {
  const [kem, count] = kems[suite];
  const [kid, encapsulated, ciphertext] = [request.slice(1, 9), request.slice(9, 9 + count), request.slice(9 + count)];
  const { publicKey, sharedSecret } = await decapsulate(suite, privateKey, encapsulated);
  const hpke = await context(kem, sharedSecret, requestInfo(idm, operation, kid));
  const plaintext = await hpke.open(ciphertext);
  const view = new DataView(plaintext.buffer);
  const proofEnd = 2 + view.getUint16(0);
  const bodyEnd = proofEnd + 4 + view.getUint32(proofEnd);
  return {
    kid, encapsulated, publicKey, hpke,
    proof: plaintext.slice(2, proofEnd), body: plaintext.slice(proofEnd + 4, bodyEnd),
    isPadded: plaintext.length % 512 === 0 && plaintext.length - bodyEnd < 512
      && plaintext.slice(bodyEnd).every((byte) => byte === 0),
  };
}

export async function requestName({ managerSecret, operation, id, encapsulatedKey, body }) {
  const secret = decode(managerSecret);
  const hashes = [await sha256(decode(encapsulatedKey)), await sha256(decode(body))];
  const name = await hmac(secret, concat(utf8("xign/1 request name"), lp(operation), decode(id), ...hashes));
  return {
    requestName: name, bearerValue: await hmac(secret, concat(utf8("xign/1 bearer"), name)),
    challenge: await hmac(secret, concat(utf8("xign/1 challenge"), name)),
  };
}

// MARK: Section 4

/** The bind point of an enclave, in compressed form. */
export async function bindPoint(stretched) {
  const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
  const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
  const power = (base, exponent) => {
    let result = 1n;
    for (let rest = exponent, square = base; rest > 0n; rest >>= 1n, square = (square * square) % prime) {
      if (rest & 1n) result = (result * square) % prime;
    }
    return result;
  };
  for (let index = 0; index < 64; index++) {
    const x = await sha256(concat(utf8("xign/1 bind point"), stretched, u32(index)));
    const number = x.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
    const right = (((number ** 3n - 3n * number + b) % prime) + prime) % prime;
    if (number < prime && (right === 0n || power(right, (prime - 1n) / 2n) === 1n)) return concat([2], x);
  }
  return undefined;
}

const isKey = closed({ factor: oneOf("biometric", "device", "pin"), publicKey: bytes() });

async function readKeys(values) {
  for (const { factor, publicKey } of values) {
    const key = decode(publicKey);
    if (factor === "pin") require(isEd25519Key(key));
    else await subtle.importKey("raw", concat([4], key), { name: "ECDSA", namedCurve: "P-256" }, true, []);
    require(factor === "pin" || key.length === 64);
  }
  return values.map(({ factor }) => factor);
}

const isAttestation = closed({
  format: (value) => isString(value) && /^[a-z0-9-]{1,32}$/.test(value),
  bytes: (value) => bytes()(value) && value.length > 0 && decode(value).length <= 8192,
});
const isEnrolment = closed({
  v: oneOf(1), purpose: oneOf("enrolment"), idm: isString, activationId: bytes(16), challenge: bytes(32),
  keys: list(isKey), alias: isDisplayText, platform: isDisplayText, keyStore: oneOf("file", "tpm", "enclave", "web"),
}, { attestation: isAttestation });

/** Reads an enrolment statement as a manager does. */
export async function readEnrolment(statement) {
  const value = parse(statement, limits.statement);
  require(isEnrolment(value));
  const factors = await readKeys(value.keys);
  require(factors.includes("device") && factors.every((factor, index) => index === 0 || factors[index - 1] < factor));
  require(new Set(value.keys.map(({ publicKey }) => publicKey)).size === factors.length);
  return value;
}

// MARK: Section 7

const isNewActivation = closed({ id: bytes(16), secretHash: bytes(32) }, { alias: isDisplayText });
const isKeyChange = closed(
  { v: oneOf(1), purpose: isString, idm: isString, activationId: bytes(16), consent: bytes(32) },
  { keys: list(isKey, 1, 1), activation: isNewActivation });

/** Reads a key-change statement as a manager does. */
export async function readKeyChange(statement) {
  const value = parse(statement, limits.statement);
  require(isKeyChange(value));
  const { purpose, keys, activation } = value;
  require(["changePin", "addFactor", "newActivation", "delete"].includes(purpose));
  const factor = { changePin: "pin", addFactor: "biometric" }[purpose];
  require((keys !== undefined) === (factor !== undefined));
  require((activation !== undefined) === (purpose === "newActivation"));
  if (keys) require((await readKeys(keys))[0] === factor);
  return value;
}

export const statementSecret = async (managerSecret, label, statement) =>
  hmac(managerSecret, concat(utf8(label), await sha256(statement)));

// MARK: Section 8

const isInAppAnswer = open({
  v: oneOf(1), idm: isString, sessionId: bytes(16), inApp: bytes(32), expiresInSeconds: isCount,
});

/** Reads the answer of the authorization endpoint to an app, as an SDK does. */
export function readInAppAnswer(answer) {
  const value = parse(answer, { size: 4096, depth: 10 });
  require(isInAppAnswer(value));
  return value;
}

/** Returns true if an answer to `start` has the data that an app other than a browser's page asked for (section 5). */
export function isAsAsked({ way, purpose, factor, target, organization, address, clientId, keycloak }, answer) {
  const { utility = {}, service } = answer;
  if (way === "inAppStart") return service.id === clientId && service.origin === "app";
  if (way === "keycloak") return service.origin === keycloak;
  if (way === "merge") {
    const { invitation } = utility;
    return invitation?.organization.id === organization.id && invitation.organization.name === organization.name
      && invitation.address === address;
  }
  return utility.factor === factor && utility.activation?.id === target && answer.purpose === purpose;
}


// MARK: A manager

/** Seals an answer to an opened request. `change` may spoil the padding. */
export async function sealAnswer({ encapsulated, hpke }, body, change = (plaintext) => plaintext) {
  const nonce = random(32);
  const prk = await extract(concat(encapsulated, nonce), await hpke.export(utf8("xign/1 response"), 32));
  const length = 4 + body.length;
  const plaintext = concat(u32(body.length), body, new Uint8Array(Math.ceil(length / 1024) * 1024 - length));
  const key = await expand(prk, utf8("key"), 32);
  return concat(nonce, await encrypt(key, await expand(prk, utf8("nonce"), 12), change(plaintext)));
}

/** A key pair of X25519 as bytes. */
export async function generateEncryptionKey() {
  const pair = await subtle.generateKey("X25519", true, ["deriveBits"]);
  const privateKey = new Uint8Array(await subtle.exportKey("pkcs8", pair.privateKey)).slice(-32);
  const publicKey = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
  return { suite: "x25519-sha256-aes256gcm", publicKey, privateKey };
}

/** A key pair of X-Wing as bytes; the private key is its seed. */
export async function generateXWingKey() {
  const pair = await subtle.generateKey(xwing, true, ["encapsulateBits", "decapsulateBits"]);
  const privateKey = new Uint8Array(await subtle.exportKey("raw-seed", pair.privateKey));
  const publicKey = new Uint8Array(await subtle.exportKey("raw-public", pair.publicKey));
  return { suite: "xwing-sha256-aes256gcm", publicKey, privateKey };
}

/** A key pair of Ed25519, with the public key as bytes. */
export async function generateSigningKey() {
  const pair = await subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  return { privateKey: pair.privateKey, raw: new Uint8Array(await subtle.exportKey("raw", pair.publicKey)) };
}

/** Signs key material by keys of Ed25519. */
export async function signKeyMaterial(material, keys) {
  const payload = encode(serialize(material));
  const signatures = await Promise.all(keys.map(async ({ privateKey, raw }) => {
    const header = encode(serialize({
      alg: "Ed25519", kid: await verificationKeyIdentifier(raw), typ: "xign-key-material+jws",
    }));
    const signature = await subtle.sign("Ed25519", privateKey, utf8(`${header}.${payload}`));
    return { protected: header, signature: encode(new Uint8Array(signature)) };
  }));
  return { payload, signatures };
}
