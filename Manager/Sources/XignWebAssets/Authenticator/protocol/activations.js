// The activations of this browser: their records, and their state at the manager.

import { hasStatus } from "./answers.js";
import { random } from "./bytes.js";
import { generateDeviceKey, hmacKey } from "./crypto.js";
import { BrowserSilent, Refused, StorageLost, Unreadable } from "./errors.js";

const rounds = 600_000;

const newKeys = async () =>
  ({ deviceKey: await generateDeviceKey(), bindKey: await hmacKey(random(32)), salt: random(16), rounds });

/** The records of activations. Each change of one runs under its manager's lock. */
export class Activations {
  #storage;
  #connection;

  constructor(storage, connection) {
    this.#storage = storage;
    this.#connection = connection;
  }

  /**
   * Tries whether this browser keeps keys.
   * @throws {StorageLost} {BrowserSilent}
   */
  async rehearse() { await this.#storage.rehearse({ v: 1, idm: "", ...await newKeys() }); }

  /** Resolves to a description of each activation in this browser. */
  async list() {
    const records = await this.#storage.activations();
    return Promise.all(records.map(async ({ idm, isPending, userName, alias, isPinChangePending = false }) => {
      const manager = await this.#connection.known(idm);
      return { idm, url: manager?.url, isPending, userName, alias, isPinChangePending };
    }));
  }

  /**
   * Resolves to the activation at a manager; undefined if there is none. The manager is asked about one whose
   * personalization was interrupted. Where it does not have the keys, they stay: the request may be in transit
   * (section 4, "Interrupted personalization").
   */
  async resolve(idm) {
    const record = await this.#storage.activation(idm);
    if (!record?.isPending) return record;
    return this.#storage.locked(idm, async () => {
      const current = await this.#storage.activation(idm);
      return current?.isPending ? this.ask(current, false) : current;
    });
  }

  /**
   * Resolves to the activation at a manager.
   * @throws {Refused} `activationUnknown` if there is none.
   */
  async active(idm) {
    const record = await this.resolve(idm);
    if (!record) throw new Refused("activationUnknown");
    return record;
  }

  /**
   * Asks for the result of an attempt, and ends it if that is wanted and it has none. Needs the lock.
   * @returns the active record; undefined if there is none.
   * @throws {StorageLost} as `activate`
   */
  async ask(record, isEnding) {
    const answer = await this.#result(record, isEnding);
    return answer && this.activate(record, answer);
  }

  async #result(record, isEnding) {
    const { idm, activationId, attempt } = record;
    let answer;
    try {
      answer = await this.#connection.perform(
        idm, "status", { activationId, openTokenHash: isEnding ? attempt : undefined }, record);
    } catch (error) {
      if (error.code !== "activationUnknown") throw error;
      if (isEnding) await this.#storage.removeActivation(idm);
      return undefined;
    }
    if (!hasStatus(answer)) throw new Unreadable();
    return answer;
  }

  /**
   * Replaces a pending record by the active one.
   * @throws {StorageLost} `unfinished`: the pending one stays, with its keys, and `resolve` tries again.
   */
  async activate(record, answer) {
    const active = { ...record, isPending: false, userName: answer.userName, alias: answer.alias };
    try { await this.#storage.saveActivation(active); } catch (error) {
      throw error instanceof BrowserSilent ? error : new StorageLost("unfinished");
    }
    return active;
  }

  /**
   * Ends the activation at the manager, then removes it from this browser.
   * @throws {NoAnswer} and others; nothing is removed then.
   * @throws {StorageLost} `notStored`: the manager has ended it, and the keys are still here.
   */
  revoke(idm) {
    return this.#storage.locked(idm, async () => {
      const record = await this.#storage.activation(idm);
      // The manager cannot revoke keys that it does not have yet: it refuses them from now on.
      if (!record || (record.isPending && !await this.#result(record, true))) return;
      try {
        await this.#connection.perform(idm, "revoke", { activationId: record.activationId }, record);
      } catch (error) {
        if (error.code !== "activationUnknown") throw error;
      }
      await this.#storage.removeActivation(idm);
    });
  }

  /** Removes an activation from this browser, although the manager was not told. */
  forget(idm) { return this.#storage.locked(idm, () => this.#storage.removeActivation(idm)); }

  /**
   * Makes the record of an attempt, or returns that of its earlier call. Another attempt is ended first. Needs the
   * lock.
   * @throws {Refused} `alreadyPersonalized`
   */
  async begin({ idm, activationId, attempt }) {
    const found = await this.#storage.activation(idm);
    if (found?.attempt === attempt && found.activationId === activationId) return found;
    if (found && (!found.isPending || await this.ask(found, true))) throw new Refused("alreadyPersonalized");
    const record = { v: 1, idm, activationId, attempt, isPending: true, ...await newKeys() };
    await this.#storage.saveActivation(record);
    return record;
  }

  /** Remembers that a change of the PIN was sent, until an answer or a PIN that is right resolves it. */
  async mark({ idm, attempt }, isPinChangePending) {
    await this.#storage.locked(idm, async () => {
      const record = await this.#storage.activation(idm);
      const isChanged = record?.attempt === attempt && (record.isPinChangePending ?? false) !== isPinChangePending;
      if (isChanged) await this.#storage.saveActivation({ ...record, isPinChangePending });
    });
  }
}
