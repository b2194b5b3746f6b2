// The connection to a manager (docs/protocol.md, sections 1 and 3): its key material, and the exchange of requests.
//
// Requests go to the page's own origin, which is one of the manager's: a browser would ask for CORS elsewhere.

import { isRefusal } from "./answers.js";
import { base16, decode, encode, random } from "./bytes.js";
import { signES256 } from "./crypto.js";
import { BrowserSilent, Failure, NoAnswer, Refused, StorageLost, Unreadable, Untrusted } from "./errors.js";
import { isObject } from "./forms.js";
import { begin, condensed, follow, isCurrent, readDocument, readDocuments } from "./key-material.js";
import { managerIdentifier } from "./origin.js";
import { contentType, sealRequest, strongest } from "./sealed-channel.js";
import { limits, parse, serialize } from "./strict-json.js";

export class Connection {
  #storage;
  #origin;
  #chains = new Map();

  constructor(storage, origin) {
    this.#storage = storage;
    this.#origin = origin;
  }

  // MARK: Key material

  /**
   * Resolves to the key material of a pid's manager. An unknown manager is trusted on first use, if it is the one that
   * serves this page; a page has one manager.
   * @throws {Untrusted} `wrongManager` for every other, `keyMaterialInvalid`
   */
  async manager(pid) {
    const idm = managerIdentifier(pid.origin);
    const chain = await this.#chain(idm)
      ?? await this.#locked(idm, async () => await this.#chain(idm) ?? this.#first(pid));
    const { material } = chain.at(-1);
    this.#check(material, pid);
    return material;
  }

  async #first(pid) {
    if ((await this.#storage.managers()).length > 0) throw new Untrusted("wrongManager");
    const chain = await begin(await this.#published(""));
    if (!chain) throw new Untrusted("keyMaterialInvalid");
    this.#check(chain.at(-1).material, pid);
    return this.#save(managerIdentifier(pid.origin), chain);
  }

  #check({ url, appLinkOrigins }, { origin, appLinkOrigin }) {
    const isLinked = appLinkOrigin === undefined || appLinkOrigins.includes(appLinkOrigin);
    const isServed = [url, ...appLinkOrigins].includes(this.#origin);
    if (url !== origin || !isLinked || !isServed) throw new Untrusted("wrongManager");
  }

  /** Tabs store key material one after the other, so that none replaces newer documents. */
  #locked(idm, work) { return this.#storage.locked(`${idm} key material`, work); }

  /** Resolves to the key material that is stored for a manager; undefined if there is none. */
  async known(idm) { return (await this.#chain(idm))?.at(-1).material; }

  /** The documents of a manager, verified again when they are read from the storage. */
  async #chain(idm) {
    if (!this.#chains.has(idm)) {
      const stored = await this.#storage.keyMaterial(idm);
      if (!stored) return undefined;
      const [first, ...others] = stored.map(readDocument);
      const { chain, isComplete } = await follow([first], others);
      if (!isComplete) throw new Untrusted("keyMaterialInvalid");
      this.#chains.set(idm, chain);
    }
    return this.#chains.get(idm);
  }

  async #save(idm, chain) {
    const documents = condensed(chain);
    await this.#storage.saveKeyMaterial(idm, documents.map(({ bytes }) => bytes));
    this.#chains.set(idm, documents);
    return documents;
  }

  /** @param {Object} [headers] the id of the operation that needs newer key material. */
  async #published(query, headers) {
    let answer;
    try {
      answer = await this.#fetch(`/.well-known/xign/key-material${query}`, { headers }, 10_000);
    } catch { throw new NoAnswer(); }
    if (answer.status !== 200) throw new NoAnswer(answer);
    try { return readDocuments(answer.content); } catch { throw new Unreadable(); }
  }

  /** Adopts the successors that the manager publishes. Another tab may have stored newer documents in the meantime. */
  async #update(idm, id) {
    const known = await this.#chain(idm);
    const published = await this.#published(`?after=${known.at(-1).material.sequence}`, id);
    return this.#locked(idm, async () => {
      this.#chains.delete(idm);
      const { chain, isComplete } = await follow(await this.#chain(idm) ?? known, published);
      await this.#save(idm, chain);
      if (!isComplete) throw new Untrusted("keyMaterialInvalid");
    });
  }

  async #encryptionKey(idm, id) {
    for (const isUpdated of [false, true]) {
      // Without a successor the document stays expired, whatever the reason of the network.
      if (isUpdated) {
        await this.#update(idm, id).catch((error) => {
          if ([Untrusted, StorageLost, BrowserSilent].some((kind) => error instanceof kind)) throw error;
        });
      }
      const material = await this.known(idm);
      if (isCurrent(material, Math.floor(Date.now() / 1000))) return strongest(material.encryptionKeys);
    }
    throw new Untrusted("keyMaterialExpired");
  }

  // MARK: Requests

  async #fetch(path, options, milliseconds) {
    const answer = await fetch(this.#origin + path, {
      ...options, credentials: "omit", redirect: "error", cache: "no-store", referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(Math.max(0, milliseconds)),
    });
    const { status, headers } = answer;
    return { status, headers, content: new Uint8Array(await answer.arrayBuffer()) };
  }

  /** Sends bytes, and once more as they are where no answer came. Any answer ends the exchange. */
  async #send(operation, body, id) {
    const end = performance.now() + 15_000;
    const headers = { "Content-Type": contentType, ...id };
    const post = (milliseconds) =>
      this.#fetch(`/api/device/v1/${operation}`, { method: "POST", headers, body }, milliseconds);
    try { return await post(10_000); } catch { /* once more */ }
    try { return await post(end - performance.now()); } catch { throw new NoAnswer(); }
  }

  /**
   * Performs one operation.
   * @param {string} idm of a manager that is known.
   * @param {Object} request members that are undefined are absent.
   * @param [record] the activation that proves the request.
   * @returns the content of the answer, whose form the caller checks.
   * @throws {Refused} for a refusal inside the seal.
   * @throws {Failure} `encryptionKeyUnknown`: the manager does not know the newest key that it has published.
   * @throws {NoAnswer} {Unreadable} {Untrusted}
   * Each error has the `requestID`, by which the operator finds the request.
   */
  async perform(idm, operation, request, record) {
    const requestID = base16(random(16));
    try {
      return await this.#perform(idm, operation, request, record, { "Xign-Request-Id": requestID });
    } catch (error) {
      throw Object.assign(error, { requestID });
    }
  }

  async #perform(idm, operation, request, record, id) {
    const body = serialize(request);
    const device = record && {
      activationId: decode(record.activationId), sign: (message) => signES256(record.deviceKey.privateKey, message),
    };
    const exchange = async (key) => {
      const sealed = await sealRequest({ body, operation, idm, key, device });
      return { sealed, answer: await this.#send(operation, sealed.bytes, id) };
    };
    const key = await this.#encryptionKey(idm, id);
    let { sealed, answer } = await exchange(key);
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      // The manager may have destroyed the key.
      const isUpdated = await this.#update(idm, id).then(() => true, () => false);
      const newer = await this.#encryptionKey(idm, id);
      if (encode(newer.publicKey) !== encode(key.publicKey)) ({ sealed, answer } = await exchange(newer));
      else if (answer.status === 409 && isUpdated) throw new Failure("encryptionKeyUnknown");
    }
    if (answer.status !== 200) throw new NoAnswer(answer);
    const content = await read(sealed, answer);
    if (!Object.hasOwn(content, "error")) return content;
    if (!isRefusal(content)) throw new Unreadable();
    throw new Refused(content.error, content);
  }
}

async function read(sealed, answer) {
  const body = await sealed.open(answer.content);
  try {
    const content = parse(body, limits.message);
    if (isObject(content)) return content;
  } catch { /* as below */ }
  throw new Unreadable();
}
