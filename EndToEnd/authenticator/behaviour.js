// Behaviour beyond the vectors: each field of a statement, successions of key material, strict JSON at its limits, the
// form of answers, and what the browser's storage reveals.

import { decode, encode, random, utf8 } from "../protocol/bytes.js";
import { attributeValue } from "../protocol/attributes.js";
import { checkConsent, checkNext } from "../protocol/consent.js";
import { devicePublicKey, generateDeviceKey, hmacKey } from "../protocol/crypto.js";
import { isEd25519Key } from "../protocol/ed25519.js";
import { ConsentMismatch, PidError, StorageLost } from "../protocol/errors.js";
import * as keyMaterial from "../protocol/key-material.js";
import { readLink } from "../protocol/pid.js";
import { allows, isPin, pinKey } from "../protocol/pin.js";
import { enrolment, pinChange } from "../protocol/statements.js";
import { Malformed, parse, serialize, write } from "../protocol/strict-json.js";
import { Storage } from "../protocol/storage.js";
import { isAddress, isDescription } from "../protocol/text.js";
import { accepts, check, rejects, run } from "./checks.js";
import { generateSigningKey, readEnrolment, readKeyChange, signKeyMaterial, writePid } from "./other-ends.js";

// MARK: Statements

const filled = (byte, count) => encode(new Uint8Array(count).fill(byte));

function consent() {
  const statement = {
    v: 1, purpose: "login", channel: "crossDevice", idm: "login.example.org", session: filled(1, 16),
    challenge: filled(2, 32), issuedAt: 1800000000, expiresAt: 1800000300, activationId: filled(3, 16),
    service: { id: "canteen", name: "Canteen", origin: "https://canteen.example.org" },
    organization: { id: "acme", name: "Acme" }, role: { id: "member", name: "Member" },
    alternatives: [["biometric", "device"], ["device", "pin"]],
    attributes: [
      { name: "email", required: true, source: "stored", aliasId: "a1", aliasText: "work", digest: filled(5, 32) },
      { name: "nickname", required: false, source: "supplied", digest: filled(6, 32) },
    ],
    policyVersion: 3,
  };
  const { alternatives, attributes, role, ...process } = statement;
  const choices = {
    email: { required: true, source: "stored", aliasId: "a1", aliasText: "work" },
    nickname: { required: false, source: "supplied", digest: filled(6, 32) },
  };
  return { statement, process, role: { ...role, alternatives }, choices };
}

/** The paths of all leaves of a value. */
function* leaves(value, path = []) {
  for (const [name, part] of Object.entries(value)) {
    if (typeof part === "object") yield* leaves(part, [...path, name]);
    else yield [...path, name];
  }
}

const otherWords = {
  login: "inAppLogin", crossDevice: "sameDevice", stored: "supplied", supplied: "stored", device: "biometric",
};

function changed(value, path) {
  const copy = structuredClone(value);
  const parent = path.slice(0, -1).reduce((part, name) => part[name], copy);
  const old = parent[path.at(-1)];
  const isBytes = typeof old === "string" && [22, 43].includes(old.length) && accepts(() => decode(old));
  parent[path.at(-1)] = typeof old === "number" ? old + 1 : typeof old === "boolean" ? !old
    : otherWords[old] ?? (isBytes ? encode(random(old.length === 22 ? 16 : 32)) : `${old}x`);
  return copy;
}

const encoded = (statement) => encode(serialize(statement));

async function statements() {
  const { statement, process, role, choices } = consent();
  checkConsent(encoded(statement), process, role, choices);
  const managers = ["challenge", "issuedAt", "expiresAt", "policyVersion", "attributes.0.digest"];
  const ofNext = ["challenge", "issuedAt", "expiresAt"];
  for (const path of leaves(statement)) {
    const name = path.join(".");
    const next = encoded(changed(statement, path));
    check(`another ${name}`, accepts(() => checkConsent(next, process, role, choices)) === managers.includes(name));
    check(`another ${name} in the next`, accepts(() => checkNext(statement, next)) === ofNext.includes(name));
  }
  const mismatch = (what, value, expected = choices) =>
    rejects(what, ConsentMismatch, () => checkConsent(encoded(value), process, role, expected), "consentMismatch");
  await mismatch("an attribute is missing", { ...statement, attributes: statement.attributes.slice(0, 1) });
  await mismatch("an attribute that was not chosen", statement, { email: choices.email });
  await mismatch("a member more", { ...statement, offlineUntil: 1830000000 });
  await mismatch("a name in another normal form", { ...statement, role: { id: "member", name: "Me\u0301mber" } });
  await rejects("no statement", ConsentMismatch, () => checkConsent("", process, role, choices));
}

async function composed() {
  const pair = await generateDeviceKey();
  const bindKey = await hmacKey(random(32));
  const key = await pinKey("735198", { bindKey, salt: random(16), rounds: 1, idm: "a", activationId: filled(1, 16) });
  const statement = enrolment({
    idm: "login.example.org", activationId: filled(1, 16), challenge: filled(2, 32), alias: "Zoë's phone",
    deviceKey: await devicePublicKey(pair), pinKey: key.publicKey,
  });
  const { platform, keyStore } = await readEnrolment(statement);
  check("the platform", platform === "Web");
  check("the key store", keyStore === "web");
  const change = await pinChange({
    idm: "login.example.org", activationId: filled(1, 16), consent: utf8("statement"), pinKey: key.publicKey,
  });
  check("a change of the PIN", (await readKeyChange(change)).purpose === "changePin");
  await rejects("an enrolment is no key change", Malformed, () => readKeyChange(statement));
}

// MARK: Key material

const document = async (material, keys) =>
  keyMaterial.readDocument(serialize(await signKeyMaterial(material, keys)));

async function successions() {
  const [root, other, online, thief] = await Promise.all([1, 2, 3, 4].map(generateSigningKey));
  const base = {
    v: 1, idmIdentifier: "login.example.org", url: "https://login.example.org",
    appLinkOrigins: ["https://app.login.example.org"], epoch: 1, sequence: 1, expiresAt: 1800000000,
    rootKeys: [encode(root.raw), encode(other.raw)], threshold: 2, onlineKey: encode(online.raw),
    encryptionKeys: [
      { suite: "x25519-sha256-aes256gcm", publicKey: encode(random(32)) },
      { suite: "of-a-later-version", publicKey: "AA" },
    ],
  };
  const first = await document(base, [root, other, online]);
  check("an unknown suite is skipped", first.material.encryptionKeys.length === 1);
  check("too few roots", await keyMaterial.begin([await document(base, [root, online])]) === undefined);
  check("nobody whom it names", await keyMaterial.begin([await document(base, [thief])]) === undefined);
  check("nothing", await keyMaterial.begin([]) === undefined);
  const second = await document({ ...base, sequence: 2 }, [online]);
  const third = await document({ ...base, sequence: 3 }, [online]);
  const forged = await document({ ...base, sequence: 4 }, [thief]);
  const epoch = await document({ ...base, epoch: 2, sequence: 1, onlineKey: encode(thief.raw) }, [root, other, thief]);
  const followed = await keyMaterial.follow([first], [first, second, third, forged, epoch]);
  check("documents before a forged one stay", followed.chain.length === 3);
  check("documents behind a forged one do not count", !followed.isComplete);
  const chain = [first, second, third, epoch];
  check("a chain with a gap", (await keyMaterial.begin(chain))?.length === 4);
  check("a chain in another order", await keyMaterial.begin([first, third, second]) === undefined);
  const condensed = keyMaterial.condensed(chain);
  check("the first and last of each epoch are stored", condensed.join() === [first, third, epoch].join());
  check("they can be verified again", (await keyMaterial.follow([first], condensed.slice(1))).isComplete);
  const last = await document({ ...base, sequence: 2 ** 53 - 1 }, [online]);
  check("roots end a sequence at its end", await keyMaterial.succession(last, epoch) === "accepted");
  const repeated = await document({ ...base, epoch: 2 }, [root, root, online]);
  check("one root twice is one root", await keyMaterial.succession(first, repeated) === "untrusted");
}

function ed25519() {
  const prime = 2n ** 255n - 19n;
  const point = (y, sign = 0n) => {
    const number = y | (sign << 255n);
    return Uint8Array.from({ length: 32 }, (_, index) => Number((number >> BigInt(8 * index)) & 255n));
  };
  const ofOrder8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
  for (const y of [0n, 1n, prime - 1n, ofOrder8, prime - ofOrder8]) {
    for (const sign of [0n, 1n]) check(`small order: ${y}`, !isEd25519Key(point(y, sign)));
  }
  for (let above = 0n; above < 19n; above++) check(`p + ${above}`, !isEd25519Key(point(prime + above)));
  check("another length", !isEd25519Key(new Uint8Array(33)));
}

// MARK: Texts

async function texts() {
  const limit = { size: 64, depth: 2 };
  check("the size", accepts(() => parse(utf8(`"${"x".repeat(62)}"`), limit)));
  check("beyond the size", !accepts(() => parse(utf8(`"${"x".repeat(63)}"`), limit)));
  check("the depth", accepts(() => parse(utf8("[[]]"), limit)));
  check("beyond the depth", !accepts(() => parse(utf8("[[[]]]"), limit)));
  check("a prototype's name", parse(utf8('{"__proto__":1,"constructor":2}'), limit).constructor === 2);
  const start = performance.now();
  const endless = utf8(`"${"\\n".repeat(500_000)}`);
  check("a string without an end", !accepts(() => parse(endless, { size: 2 ** 20, depth: 1 })));
  check("is read in linear time", performance.now() - start < 1000);
  await rejects("null", Malformed, () => write(null));
  await rejects("a fraction", Malformed, () => write(0.5));
  await rejects("half of a pair", Malformed, () => write("\ud800"));
  check("escapes", write('a"\\\n') === '"a\\"\\\\\\u000a"');
  check("zero", write(-0) === "0");
  check("an address", isAddress("1 Street\nTown") && !isAddress("1 Street\n\nTown") && !isAddress("a\u202e"));
  check("a description", isDescription("One.\nTwo.") && !isDescription("a\tb") && !isDescription("x".repeat(4097)));

  const pid = { kind: 4, id: random(16), secret: random(16), origin: "https://login.example.org" };
  const read = readLink(`https://app.example.org/a#${writePid(pid)}`);
  check("a transaction", read.process === "transaction" && read.channel === "crossDevice");
  await rejects("another path", PidError, () => readLink(`https://app.example.org/b#${writePid(pid)}`));
  await rejects("a Deep-Link", PidError, () => readLink(`xign://a#${writePid(pid)}`), "notInitializationData");
  await rejects("a later kind", PidError, () => readLink(writePid({ ...pid, kind: 6 })), "unsupportedFormat");

  const policy = { minimumLength: 4, maximumLength: 64 };
  check("the shortest PIN", allows(policy, "73519") && !allows(policy, "7351"));
  check("the longest PIN", allows(policy, "73519840268163742573519840268163"));
  check("a longer one", !allows(policy, "735198402681637425735198402681637"));
  check("a common one", !allows(policy, "147258"));
  check("other digits", !isPin("٠١٢٣٤") && !isPin("12345\n"));

  check("a name", attributeValue("givenName", " Zoe\u0308 ") === "Zoë");
  check("nothing", attributeValue("givenName", "  ") === undefined);
  check("a phone number", attributeValue("phoneNumber", "+49 (231) 12-34") === "+492311234");
  check("a mail address", attributeValue("email", "Zoe@Example.ORG") === "Zoe@example.org");
  const street = "Main Street 1 \n Back";
  const address = { street_address: street, postal_code: "1", locality: "Town", region: "", country: "DE" };
  check("an address's parts", attributeValue("address", address)
    === '{"country":"DE","locality":"Town","postal_code":"1","street_address":"Main Street 1\\u000aBack"}');
}

// MARK: Storage

async function storage() {
  const name = `checks ${encode(random(8))}`;
  const store = new Storage(name);
  const record = {
    v: 1, idm: "login.example.org", activationId: filled(3, 16), attempt: filled(4, 32), isPending: true,
    deviceKey: await generateDeviceKey(), bindKey: await hmacKey(random(32)), salt: random(16), rounds: 1000,
  };
  await store.saveActivation(record);
  const found = await new Storage(name).activation(record.idm);
  const publicKey = async (pin, from) => encode((await pinKey(pin, from)).publicKey);
  check("the same PIN", await publicKey("735198", record) === await publicKey("735198", found));
  check("another PIN", await publicKey("735198", record) !== await publicKey("735199", found));
  for (const [format, key] of [["pkcs8", found.deviceKey.privateKey], ["raw", found.bindKey]]) {
    await rejects("a stored key cannot be read", DOMException, () => crypto.subtle.exportKey(format, key));
  }
  check("nothing of a PIN is stored", Object.keys(found).toSorted().join()
    === "activationId,attempt,bindKey,deviceKey,idm,isPending,rounds,salt,v");

  // The person clears the storage while the page is open: the page goes on with an empty one.
  await new Promise((resolve) => { indexedDB.deleteDatabase(name).onsuccess = resolve; });
  check("cleared", (await store.activations()).length === 0);
  await store.saveActivation(record);
  await store.removeActivation(record.idm);
  check("removed", await store.activation(record.idm) === undefined);

  await store.saveActivation({ ...record, v: 2 });
  await rejects("a later record", StorageLost, () => store.activation(record.idm), "storageNewer");
  const newer = await new Promise((resolve) => {
    Object.assign(indexedDB.open(name, 2), { onsuccess: ({ target }) => resolve(target.result) });
  });
  await rejects("a later database", StorageLost, () => store.activations(), "storageNewer");
  newer.close();
  indexedDB.deleteDatabase(name);

  const order = [];
  const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });
  const one = new Storage("checks").locked("a", async () => { await wait(50); order.push(1); });
  const two = new Storage("checks").locked("a", async () => { order.push(2); });
  await new Storage("checks").locked("b", async () => { order.push(0); });
  await Promise.all([one, two]);
  check("one tab after the other", order.join() === "0,1,2");
  await rejects("an error of the work", RangeError, () => store.locked("a", () => { throw new RangeError(); }));
}

await run({ statements, composed, successions, ed25519, texts, storage });
