// The authenticator's client against a manager that this page plays itself: one that changes its keys, answers
// nonsense, or wants something signed that nobody saw.

import { concat, decode, encode, random, utf8 } from "../protocol/bytes.js";
import { Client } from "../protocol/client.js";
import { generateDeviceKey, hmacKey } from "../protocol/crypto.js";
import { ConsentMismatch, Failure, NoAnswer, Refused, Unreadable, Untrusted } from "../protocol/errors.js";
import { readLink } from "../protocol/pid.js";
import { keyIdentifier } from "../protocol/sealed-channel.js";
import { limits, parse, serialize } from "../protocol/strict-json.js";
import { Storage } from "../protocol/storage.js";
import { begin, check, rejects, run } from "./checks.js";
import {
  generateEncryptionKey, generateSigningKey, generateXWingKey, openRequest, sealAnswer, signKeyMaterial, writePid,
} from "./other-ends.js";

const origin = location.origin;
const idm = location.host;
const now = () => Math.floor(Date.now() / 1000);
const [root, online] = await Promise.all([generateSigningKey(), generateSigningKey()]);

/** A manager in place of the network. */
class Manager {
  documents = [];
  keys = [];
  /** The answers by operation: a value, or a function of the request; an error is an answer without a seal. */
  answers = {};
  requests = [];
  /** The ids of all requests; undefined for one without. */
  ids = [];

  constructor() { globalThis.fetch = (url, options) => this.#answer(new URL(url), options); }

  /** Publishes another document. Requests to the keys of the others are answered by 409. */
  async publish({ days = 30, signers = [online], keys, ...changes } = {}) {
    this.keys = keys ?? [await generateEncryptionKey()];
    const material = {
      v: 1, idmIdentifier: idm, url: origin, appLinkOrigins: [], epoch: 1, sequence: this.documents.length + 1,
      expiresAt: now() + days * 24 * 60 * 60, rootKeys: [encode(root.raw)], threshold: 1, onlineKey: encode(online.raw),
      encryptionKeys: this.keys.map(({ suite, publicKey }) => ({ suite, publicKey: encode(publicKey) })), ...changes,
    };
    this.documents.push(await signKeyMaterial(material, this.documents.length === 0 ? [root, online] : signers));
  }

  async #answer({ pathname, searchParams }, { body, headers }) {
    this.ids.push(headers?.["Xign-Request-Id"]);
    if (pathname === "/.well-known/xign/key-material") {
      this.requests.push("key-material");
      return new Response(serialize(this.documents.slice(Number(searchParams.get("after") ?? 0))));
    }
    const operation = pathname.split("/").at(-1);
    this.requests.push(operation);
    const kid = encode(body.slice(1, 9));
    const kids = await Promise.all(this.keys.map(async (key) => encode(await keyIdentifier(key))));
    const key = this.keys[kids.indexOf(kid)];
    if (!key) return new Response("", { status: 409 });
    this.suite = key.suite;
    const opened = await openRequest({ suite: key.suite, idm, operation }, key.privateKey, body);
    const answer = this.answers[operation];
    const request = parse(opened.body, limits.message);
    const content = typeof answer === "function" ? await answer(request, opened) : answer;
    if (content instanceof Response) return content;
    return new Response(await sealAnswer(opened, content instanceof Uint8Array ? content : serialize(content)));
  }
}

/** A manager, and a client with an activation. */
async function stage() {
  const storage = new Storage(`checks ${encode(random(8))}`);
  const manager = new Manager();
  await manager.publish();
  const client = new Client(storage, origin);
  const record = {
    v: 1, idm, activationId: encode(random(16)), attempt: encode(random(32)), isPending: false, userName: "ada",
    alias: "phone", deviceKey: await generateDeviceKey(), bindKey: await hmacKey(random(32)), salt: random(16),
    rounds: 1,
  };
  await storage.saveActivation(record);
  const secret = random(16);
  const link = (kind, at = origin) => readLink(writePid({ kind, id: random(16), secret, origin: at }));
  return { manager, client, storage, record, link, again: () => new Client(storage, origin) };
}

const website = (changes = {}) => ({
  channel: "sameDevice", purpose: "login",
  service: { id: "canteen", name: "Canteen", origin: "https://canteen.example.org" },
  organization: { id: "acme", name: "Acme" },
  roles: [{ id: "member", name: "Member", alternatives: [["device", "pin"]] }], attributes: {},
  sessionToken: encode(random(32)), expiresInSeconds: 300, ...changes,
});

const own = (changes = {}) => website({
  service: { id: "xign.account", name: "Xign", origin }, organization: { id: "xign.operator", name: "Xign" },
  roles: [{ id: "xign.person", name: "ada", alternatives: [["device", "pin"]] }], ...changes,
});

/** The statement of what `start` answered, with changes. */
const statement = (started, process, changes = {}) => {
  const { channel, purpose, service, organization, roles: [role], transaction } = started;
  return encode(serialize({
    v: 1, purpose, channel, idm, session: process.session, challenge: encode(random(32)), issuedAt: now(),
    expiresAt: now() + 300, activationId: process.activationId, service, organization,
    role: { id: role.id, name: role.name }, alternatives: role.alternatives, attributes: [], policyVersion: 1,
    transaction, ...changes,
  }));
};

const result = (changes = {}) => ({
  result: {
    outcome: "userLogin", service: website().service, organization: website().organization, roleName: "Member",
    failedAttemptsSinceLastSuccess: 0, returnSecret: encode(random(32)), ...changes,
  },
});

// MARK: Keys

async function newKeys() {
  const { manager, client, link, again } = await stage();
  manager.answers.start = website();
  await client.start(link(3));
  await manager.publish();
  manager.requests = [];
  await client.start(link(3));
  check("a request to an old key is sealed again", manager.requests.join() === "start,key-material,start");
  manager.requests = [];
  await again().start(link(3));
  check("the new key is stored", manager.requests.join() === "start");

  manager.answers.start = () => new Response("", { status: 404 });
  manager.requests = [];
  await rejects("a status without new keys", NoAnswer, () => client.start(link(3)), "noAnswer");
  check("is asked once", manager.requests.join() === "start,key-material");
  manager.answers.start = () => new Response("", { status: 409 });
  await rejects("a key that its manager has forgotten", Failure, () => client.start(link(3)), "encryptionKeyUnknown");
  manager.answers.start = () => new Response("", { status: 429, headers: { "Retry-After": "7" } });
  manager.requests = [];
  await client.start(link(3)).catch(({ status, retryAfterSeconds }) =>
    check("the time of another try", status === 429 && retryAfterSeconds === 7));
  check("a busy manager is asked for no keys", manager.requests.join() === "start");
}

async function requestIDs() {
  const { manager, client, link } = await stage();
  manager.answers.start = website();
  await client.start(link(3));
  await manager.publish();
  manager.ids = [];
  await client.start(link(3));
  check("one operation has one id", manager.ids.length === 3 && new Set(manager.ids).size === 1);
  const [first] = manager.ids;
  check("of 32 digits", /^[0-9a-f]{32}$/.test(first));
  manager.answers.start = () => new Response("", { status: 503 });
  const error = await client.start(link(3)).catch((reason) => reason);
  check("the next one has another, which its error has", error.requestID === manager.ids.at(-1));
  check("which is new", error.requestID !== first);
}

async function strongestKey() {
  const { manager, client, link } = await stage();
  manager.answers.start = website();
  manager.documents = [];
  await manager.publish({ keys: [await generateEncryptionKey(), await generateXWingKey(), await generateXWingKey()] });
  await client.start(link(3));
  check("X-Wing comes before X25519", manager.suite === "xwing-sha256-aes256gcm");
  await manager.publish();
  await client.start(link(3));
  check("X25519 where there is nothing else", manager.suite === "x25519-sha256-aes256gcm");
}

async function expiredKeys() {
  const { manager, client, link } = await stage();
  manager.answers.start = website();
  manager.documents = [];
  await manager.publish({ days: 0 });
  await rejects("an expired document", Untrusted, () => client.start(link(3)), "keyMaterialExpired");
  await manager.publish({ days: 60 });
  await rejects("one for too long", Untrusted, () => client.start(link(3)), "keyMaterialExpired");
  check("nothing was sealed to them", !manager.requests.includes("start"));
  await manager.publish();
  check("its successor", (await client.start(link(3))).purpose === "login");
}

async function foreignKeys() {
  const { manager, client, link, again } = await stage();
  manager.answers.start = website();
  await rejects("another manager", Untrusted, () => client.start(link(3, "https://login.example.org")), "wrongManager");
  await client.start(link(3));
  const thief = await generateSigningKey();
  await manager.publish({ signers: [thief] });
  await rejects("a thief's successor", NoAnswer, () => client.start(link(3)));
  await rejects("also later", NoAnswer, () => again().start(link(3)));
  const first = await stage();
  first.manager.documents = [];
  await first.manager.publish({ threshold: 1, rootKeys: [encode(thief.raw)] });
  await rejects("roots that have not signed", Untrusted, () => first.client.start(first.link(3)), "keyMaterialInvalid");
  check("are not stored", (await first.storage.managers()).length === 0);
}

// MARK: Answers

async function nonsense() {
  const { manager, client, link } = await stage();
  for (const answer of [[], {}, utf8("{}{}"), utf8("null"), utf8(""), { error: "of a later version" }, { error: 1 },
    { error: "lockedOut", lockout: {} }, website({ roles: [] }), website({ sessionToken: "AA" }),
    website({ service: { id: "a", name: "a\u202eb", origin: "app" } }), website({ expiresInSeconds: -1 }),
    website({ utility: { factor: "biometric" } }), website({ roles: [website().roles[0], website().roles[0]] })]) {
    manager.answers.start = answer;
    await rejects(JSON.stringify(answer), Unreadable, () => client.start(link(3)), "responseInvalid");
  }
  const spoilt = {
    "another byte": (plaintext) => plaintext.with(-1, 1),
    "more zeros": (plaintext) => concat(plaintext, new Uint8Array(1024)),
    "fewer zeros": (plaintext) => plaintext.slice(0, -1), "a longer body": (plaintext) => plaintext.with(2, 255),
  };
  for (const [what, change] of Object.entries(spoilt)) {
    manager.answers.start = async (_, opened) => new Response(await sealAnswer(opened, serialize(website()), change));
    await rejects(what, Unreadable, () => client.start(link(3)), "responseInvalid");
  }
  manager.answers.start = () => new Response(random(2048));
  await rejects("an answer without a seal", Unreadable, () => client.start(link(3)));
  manager.answers.start = { error: "coolDown", retryAfterSeconds: 5 };
  await client.start(link(3)).catch((error) => check("a refusal", error instanceof Refused && error.code === "coolDown"
    && error.isTerminal && error.retryAfterSeconds === 5));
}

async function otherActs() {
  const { manager, client, link } = await stage();
  const text = { type: "deleteAccount", language: "en", text: [{ literal: "Delete the account" }, { name: "ada" }] };
  const transaction = (changes) => own({ purpose: "transaction", transaction: text, ...changes });
  const mismatch = async (what, kind, answer) => {
    manager.answers.start = answer;
    await rejects(what, ConsentMismatch, () => client.start(link(kind)), "consentMismatch");
  };
  await mismatch("a login that is an act", 3, transaction());
  await mismatch("an act that is a login", 5, website());
  await mismatch("a link that is a QR code", 3, website({ channel: "crossDevice" }));
  await mismatch("a QR code that is a link", 2, website());
  await mismatch("a utility process", 3, own({ purpose: "delete", channel: "api" }));
  const imitation = { ...website().service, id: "xign.console" };
  await mismatch("a website with the manager's id", 3, website({ service: imitation }));
  await mismatch("the manager's pages elsewhere", 3, own({ service: { ...own().service, origin: "https://a" } }));
  const withoutPin = { ...own().roles[0], alternatives: [["device"]] };
  await mismatch("the manager's pages without a PIN", 3, own({ roles: [withoutPin] }));
  await mismatch("an act at a website", 5, website({ purpose: "transaction", transaction: text }));
  manager.answers.start = website({ offlineUntil: 253402300800 });
  await rejects("a lasting access whose end no calendar shows", Refused, () => client.start(link(3)), "clientTooOld");
  manager.answers.start = website({ pairing: true });
  await rejects("digits for a link", Refused, () => client.start(link(3)), "clientTooOld");
  const attribute = { isRequired: true, isMissing: true, mustBeVerified: false, aliases: [] };
  manager.answers.start = website({ attributes: { shoeSize: attribute } });
  await rejects("a required attribute that is unknown", Refused, () => client.start(link(3)), "clientTooOld");
  manager.answers.start = website({ attributes: { shoeSize: { ...attribute, isRequired: false }, email: attribute } });
  check("an optional one is left out", Object.keys((await client.start(link(3))).attributes).join() === "email");
  const groups = {
    kind: "value", isRequired: true, isMissing: false, mustBeVerified: true,
    aliases: [{ id: "g", text: "staff, ops", isPrimary: true }],
  };
  manager.answers.start = website({ attributes: { Groups: groups } });
  check("an addition is shown", (await client.start(link(3))).additions.map(({ name }) => name).join() === "Groups");
  manager.answers.start = website({ attributes: { Groups: { ...groups, kind: "list" } } });
  await rejects("one of another kind that is required", Refused, () => client.start(link(3)), "clientTooOld");
  manager.answers.start = website({ attributes: { Groups: { ...groups, kind: 1 } } });
  await rejects("a kind that is no text", Unreadable, () => client.start(link(3)), "responseInvalid");
  await mismatch("an addition of the manager's pages", 3, own({ attributes: { Groups: groups } }));
  manager.answers.start = website({ roles: [{ ...website().roles[0], alternatives: [["biometric", "device"]] }] });
  await rejects("a role that needs biometrics", Failure, () => client.start(link(3)), "factorUnavailable");
}

async function additions() {
  const { manager, client, link } = await stage();
  const alias = { id: "g", text: "staff, ops", isPrimary: true };
  const value = { kind: "value", isRequired: false, isMissing: false, mustBeVerified: true, aliases: [alias] };
  manager.answers.start = website({ attributes: { ["__proto__"]: value, Groups: value } });
  const process = await client.start(link(3));
  const stated = (name, changes = {}) => ({
    name, required: false, source: "stored", aliasId: "g", aliasText: "staff, ops", digest: encode(random(32)),
    ...changes,
  });
  const prepared = async (attributes, given) => {
    manager.answers.prepare = { statement: statement(manager.answers.start, process, { attributes }) };
    return client.prepare(process, { role: process.roles[0], attributes: given });
  };
  const both = await prepared([stated("Groups"), stated("__proto__")], { ["__proto__"]: { alias }, Groups: { alias } });
  check("any name is sent and compared", both.statement.content.attributes.length === 2);
  check("one that is left out is not sent", (await prepared([], {})).statement.content.attributes.length === 0);
  for (const attributes of [[stated("Groups", { aliasText: "admins" })], [stated("groups")], [],
    [stated("Groups"), stated("__proto__")]]) {
    await rejects(JSON.stringify(attributes), ConsentMismatch, () => prepared(attributes, { Groups: { alias } }));
  }
  manager.answers.prepare = { errors: { Groups: "noAliasSelected" } };
  const refused = await client.prepare(process, { role: process.roles[0], attributes: { Groups: { alias } } });
  check("its error", refused.errors.Groups === "noAliasSelected");
}

async function otherStatements() {
  const { manager, client, link } = await stage();
  manager.answers.start = website();
  const process = await client.start(link(3));
  const [role] = process.roles;
  const started = manager.answers.start;
  for (const changes of [{ purpose: "inAppLogin" }, { idm: "login.example.org" }, { session: encode(random(16)) },
    { role: { id: "admin", name: "Member" } }, { alternatives: [["device"]] }, { offlineUntil: now() },
    { service: { ...started.service, name: "Bank" } }]) {
    manager.answers.prepare = { statement: statement(started, process, changes) };
    await rejects(JSON.stringify(changes), ConsentMismatch, () => client.prepare(process, { role }), "consentMismatch");
  }
  check("nothing was signed", !manager.requests.includes("finish"));
  manager.answers.prepare = { errors: { email: "invalid" } };
  await rejects("an error of an attribute that was not asked for", Unreadable, () => client.prepare(process, { role }));

  const first = statement(started, process);
  manager.answers.prepare = { statement: first };
  const prepared = await client.prepare(process, { role });
  const lockout = { isPermanent: false, retryAfterSeconds: 1, lockedUntil: now() + 1 };
  const next = { ...parse(decode(first), limits.statement), challenge: encode(random(32)), expiresAt: now() + 900 };
  manager.answers.finish = { refusal: { lockout, nextStatement: encode(serialize(next)) } };
  const refused = await client.finish(prepared.statement, "735198");
  check("the next statement", refused.next.content.challenge === next.challenge);
  const changed = encode(serialize({ ...next, service: { ...next.service, name: "Bank" } }));
  manager.answers.finish = { refusal: { lockout, nextStatement: changed } };
  await rejects("another next statement", ConsentMismatch, () => client.finish(prepared.statement, "735198"));

  for (const changes of [{ outcome: "serviceLogin" }, { grant: encode(random(32)) }, { returnSecret: undefined }]) {
    manager.answers.finish = result(changes);
    await rejects(JSON.stringify(changes), Unreadable, () => client.finish(prepared.statement, "735198"));
  }
  const secret = encode(random(32));
  manager.answers.finish = result({ returnSecret: secret });
  const { result: { returnURL } } = await client.finish(prepared.statement, "735198");
  check("the way back is below the manager's URL", returnURL === `${origin}/return#${secret}`);
}

begin("the stage");
await run({
  newKeys, requestIDs, strongestKey, expiredKeys, foreignKeys, nonsense, otherActs, additions, otherStatements,
});
