// A browser whose storage is full, or which never answers. Nothing here waits: the limit of a wait has passed at once.

import { encode, random } from "../protocol/bytes.js";
import { Activations } from "../protocol/activations.js";
import { Client } from "../protocol/client.js";
import { generateDeviceKey, hmac, hmacKey } from "../protocol/crypto.js";
import { BrowserSilent, StorageLost } from "../protocol/errors.js";
import { Storage } from "../protocol/storage.js";
import { check, rejects, run } from "./checks.js";

const never = new Promise(() => {});

/** Does work while a method of the browser is another one. */
async function replacing(object, name, method, work) {
  const own = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { ...own, value: method });
  try { return await work(own.value); } finally { Object.defineProperty(object, name, own); }
}

/** Does work while a method of the browser never answers. */
const silencing = (object, name, method, work) => replacing(object, name, method, () =>
  replacing(globalThis, "setTimeout", (act) => { queueMicrotask(act); }, work));

const name = () => `checks ${encode(random(8))}`;
const record = async () =>
  ({ v: 1, idm: "login.example.org", deviceKey: await generateDeviceKey(), bindKey: await hmacKey(random(32)) });

async function silence() {
  const isSilent = (what, work) => rejects(what, BrowserSilent, work, "browserSilent");
  const store = new Storage(name());
  const opening = { result: { close() { opening.isClosed = true; } } };
  await silencing(IDBFactory.prototype, "open", () => opening, () => isSilent("opening", () => store.activations()));
  opening.onsuccess();
  check("a connection that comes too late is closed", opening.isClosed);
  check("the next call opens another", (await store.activations()).length === 0);

  const kept = await record();
  const hanging = () => ({ objectStore: () => ({ put: () => ({}), getAll: () => ({}), delete: () => ({}) }) });
  for (const work of [
    () => store.saveActivation(kept), () => store.activations(), () => store.removeActivation(kept.idm),
    () => store.saveKeyMaterial(kept.idm, []),
  ]) {
    await store.open();
    await silencing(IDBDatabase.prototype, "transaction", hanging, () => isSilent(`a commit: ${work}`, work));
  }
  await store.saveActivation(kept);
  check("a commit later", (await store.activations()).length === 1);

  await silencing(SubtleCrypto.prototype, "generateKey", () => never, async () => {
    await isSilent("a key", generateDeviceKey);
    await isSilent("nothing is said to be missing", () => Client.missing());
    await isSilent("the rehearsal", () => new Activations(store).rehearse());
  });
  await silencing(SubtleCrypto.prototype, "sign", () => never, async () => {
    await isSilent("a signature", () => hmac(kept.bindKey, random(1)));
  });
  check("nothing is missing later", (await Client.missing()).length === 0);
  let calls = 0;
  const { generateKey } = SubtleCrypto.prototype;
  const failing = function (...values) {
    calls += 1;
    return calls % 2 ? Promise.reject(new DOMException("", "OperationError")) : generateKey.apply(this, values);
  };
  await replacing(SubtleCrypto.prototype, "generateKey", failing, async () => {
    check("a key that the browser fails to make is made once more", (await Client.missing()).length === 0);
  });

  const refusal = Promise.reject(new TypeError());
  refusal.catch(() => {});
  for (const answer of [never, refusal]) {
    await silencing(StorageManager.prototype, "persisted", () => answer, async () => {
      check("whether the keys are kept", await Storage.isKept() === false);
    });
  }
  await replacing(StorageManager.prototype, "persist", () => refusal, async () => {
    check("a refusal to keep the keys", await Storage.keep() === false);
  });
}

async function full() {
  const store = new Storage(name());
  const kept = await record();
  const notStored = (what, work) => rejects(what, StorageLost, work, "notStored");
  const fill = () => { throw new DOMException("", "QuotaExceededError"); };
  await replacing(IDBObjectStore.prototype, "put", fill, async () => {
    await notStored("an activation", () => store.saveActivation(kept));
    await notStored("key material", () => store.saveKeyMaterial(kept.idm, []));
    await notStored("the rehearsal", () => store.rehearse(kept));
    check("reading goes on", (await store.activations()).length === 0);
  });
  const { put, get } = IDBObjectStore.prototype;
  const abort = function (value) {
    const request = put.call(this, value);
    this.transaction.abort();
    return request;
  };
  await replacing(IDBObjectStore.prototype, "put", abort, () =>
    notStored("a commit that fails", () => store.saveActivation(kept)));
  const forget = function () { return get.call(this, "nothing"); };
  await replacing(IDBObjectStore.prototype, "get", forget, () =>
    rejects("what is stored is gone", StorageLost, () => store.rehearse(kept), "storageUnavailable"));
  await store.rehearse(kept);
  check("a rehearsal leaves no activation", (await store.activations()).length === 0);
  const names = (await indexedDB.databases()).map((database) => database.name);
  check("a rehearsal leaves no database", !names.some((name) => name.includes("rehearsal")));
}

async function unfinished() {
  const records = new Map();
  const asked = [];
  let isFull = true;
  const storage = {
    activation: async (idm) => records.get(idm), activations: async () => [...records.values()],
    async saveActivation(saved) {
      if (isFull && !saved.isPending) throw new StorageLost("notStored");
      records.set(saved.idm, saved);
    },
    async removeActivation(idm) { records.delete(idm); },
    locked: (_, work) => work(),
  };
  const connection = {
    known: async () => ({ url: "https://login.example.org" }),
    async perform(_, operation) {
      asked.push(operation);
      return operation === "status" ? { userName: "ada", alias: "phone", factors: ["device", "pin"], notices: [] } : {};
    },
  };
  const activations = new Activations(storage, connection);
  const begun = { idm: "login.example.org", activationId: encode(random(16)), attempt: encode(random(32)) };
  await activations.begin(begun);
  const isUnfinished = (what, work) => rejects(what, StorageLost, work, "unfinished");
  await isUnfinished("after a visit", () => activations.resolve(begun.idm));
  await isUnfinished("at a login", () => activations.active(begun.idm));
  await isUnfinished("at another attempt", () => activations.begin({ ...begun, attempt: encode(random(32)) }));
  const [listed] = await activations.list();
  check("it is listed as pending", listed.isPending);
  isFull = false;
  check("with room it is finished", (await activations.resolve(begun.idm)).alias === "phone");
  check("it is listed as active", !(await activations.list())[0].isPending);

  records.set(begun.idm, { ...records.get(begun.idm), isPending: true });
  isFull = true;
  asked.length = 0;
  await activations.revoke(begun.idm);
  check("it can be removed without room", asked.join() === "status,revoke" && records.size === 0);
}

await run({ silence, full, unfinished });
