// Drives the authenticator's client for a test: `perform(name, values)` calls one of the steps below, and returns its
// outcome as JSON, without what only a page needs.

import { encode } from "../protocol/bytes.js";
import { Client } from "../protocol/client.js";
import { readLink } from "../protocol/pid.js";
import { Storage } from "../protocol/storage.js";

let client;
/** Values of earlier steps: the opened activation, the process, the statement. */
const kept = {};

const steps = {
  missing: () => Client.missing(),
  activations: () => client.activations(),
  resolve: async ({ idm }) => (await client.resolve(idm))?.alias,
  revoke: ({ idm }) => client.revoke(idm),
  forget: ({ idm }) => client.forget(idm),
  async open({ link, pin }) {
    const answer = await client.open(readLink(link), pin);
    kept.opened = answer.personalize;
    return answer.personalize ? { userName: answer.personalize.userName } : answer;
  },
  async personalize({ pin, alias }) {
    const { userName, alias: name } = await client.personalizeFinish(kept.opened, pin, alias);
    return { userName, alias: name };
  },
  /** Two tabs at once: each has opened the activation, and finishes with a PIN of its own. */
  async personalizeTwice({ link, pin, pins }) {
    const clients = [client, await Client.open()];
    const attempts = [];
    for (const one of clients) attempts.push((await one.open(readLink(link), pin)).personalize);
    const finish = (one, index) => one.personalizeFinish(attempts[index], pins[index], "tab");
    const outcomes = await Promise.allSettled(clients.map(finish));
    return outcomes.map(({ status, reason }) => reason?.code ?? status);
  },
  async start({ link }) {
    kept.process = await client.start(readLink(link));
    const { purpose, channel, service, organization, roles, attributes, additions, transaction, pairing }
      = kept.process;
    return { purpose, channel, service, organization, roles, attributes, additions, transaction, pairing };
  },
  async prepare({ pairing, attributes }) {
    const [role] = kept.process.roles;
    const { errors, statement } = await client.prepare(kept.process, { role, attributes, pairing });
    kept.statement = statement;
    return { errors };
  },
  async finish({ pin }) {
    const { result, lockout, next } = await client.finish(kept.statement, pin);
    kept.statement = next ?? kept.statement;
    return { result, lockout, canGoOn: next !== undefined };
  },
  abort: ({ reason }) => client.abort(kept.process, reason),
  async startChangePin({ idm }) {
    kept.change = await client.startChangePin(idm);
    return kept.change.pinPolicy;
  },
  async changePin({ pin, newPin }) {
    const { result, lockout, next } = await client.changePin(kept.change, pin, newPin);
    kept.change = next ?? kept.change;
    return { result, lockout, canGoOn: next !== undefined };
  },
  /** The clock of this device is wrong. */
  async shiftClock({ days }) {
    const now = Date.now.bind(Date);
    Date.now = () => now() + days * 24 * 60 * 60 * 1000;
  },
  async clear() {
    await new Promise((resolve) => { indexedDB.deleteDatabase("xign").onsuccess = resolve; });
  },
  /** Everything that is stored, as text: bytes in base64url, keys by their properties. */
  async stored() {
    const storage = new Storage();
    return JSON.stringify([await storage.activations(), await storage.managers()], (_, value) => {
      if (value instanceof Uint8Array) return encode(value);
      if (value instanceof CryptoKey) return { extractable: value.extractable, type: value.type };
      return value?.privateKey ? { privateKey: value.privateKey, publicKey: value.publicKey } : value;
    });
  },
};

export async function begin() {
  client = await Client.open();
  globalThis.perform = async (name, values) => {
    try {
      return JSON.stringify({ value: await steps[name](values) });
    } catch (error) {
      if (error.code === undefined) throw error;
      const { code, status, lockout } = error;
      return JSON.stringify({ code, status, lockout });
    }
  };
}
