#!/usr/bin/env python3
# Long because: a second implementation in one file, to be run and read beside docs/protocol.md.
"""Checks the protocol's test vectors with an independent implementation.

    check_vectors.py [FOLDER]

Everything is computed from the formulas of docs/protocol.md, with Python's standard library and PyPI's `cryptography`.
Prints "All ... vectors agree", or the failures with status 1.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import re
import sys
import unicodedata

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils, x25519
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

failures = []
checked = 0


def check(what, condition):
    global checked
    checked += 1
    if not condition:
        failures.append(what)


# --- Notation ---------------------------------------------------------------------------------------------------------


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    """Decodes base64url in canonical form, and raises for any other text."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text, re.ASCII) or len(text) % 4 == 1:
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("trailing bits")
    return data


def u(number, count):
    return number.to_bytes(count, "big")


def lp(data):
    data = data.encode() if isinstance(data, str) else data
    return u(len(data), 2) + data


def sha256(data):
    return hashlib.sha256(data).digest()


def mac(key, data):
    return hmac.digest(key, data, "sha256")


def extract(salt, key):
    return mac(salt or bytes(32), key)


def expand(key, info, count):
    output = block = b""
    for index in range(1, 256):
        if len(output) >= count:
            break
        block = mac(key, block + info + bytes([index]))
        output += block
    return output[:count]


def hkdf(key, salt, info, count):
    return expand(extract(salt, key), info, count)


# --- Section 0: text and origins --------------------------------------------------------------------------------------

# The ranges of code points in section 0, without the noncharacters of each plane.
INVISIBLE = """
    0-1F 7F-9F AD 34F 600-605 61C 6DD 70F 890-891 8E2 115F-1160 17B4-17B5 180B-180F 200B 200E-200F 2028-202E 2060-206F
    2800 3164 FDD0-FDEF FE00-FE0E FEFF FFA0 FFF0-FFFC 110BD 110CD 13430-1343F 13441-13442 1BCA0-1BCA3 1D159 1D173-1D17A
    E0000-E0FFF
"""
INVISIBLE = [[int(end, 16) for end in part.split("-")] for part in INVISIBLE.split()]
JOINERS = "\u200c\u200d\ufe0f"
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def is_invisible(character):
    code = ord(character)
    return code & 0xFFFE == 0xFFFE or any(part[0] <= code <= part[-1] for part in INVISIBLE)


def is_shown(text):
    """Returns whether a device displays the text."""
    if not isinstance(text, str) or not 0 < len(text.encode()) <= 256:
        return False
    return not any(map(is_invisible, text)) and not all(character in SPACES + JOINERS for character in text)


def has_heaps_of_marks(text):
    count, last = 0, None
    for character in unicodedata.normalize("NFD", text):
        if character in "\u200c\u200d":
            continue
        if unicodedata.category(character) not in ("Mn", "Me"):
            count, last = 0, None
            continue
        if character == last or count == 4:
            return True
        count, last = count + 1, character
    return False


def canonical(text):
    """The canonical form of typed display text; None where a manager refuses it."""
    text = unicodedata.normalize("NFC", text).strip(SPACES)
    return text if is_shown(text) and not has_heaps_of_marks(text) else None


def check_text(vector):
    text = decode(vector["text"]).decode()
    check(f"shown: {vector['what']}", is_shown(text) == vector["isShown"])
    expected = decode(vector["canonical"]).decode() if "canonical" in vector else None
    check(f"canonical: {vector['what']}", canonical(text) == expected)


def manager_identifier(text):
    """`idm` of an origin; None for any other text."""
    number = r"(?:0|[1-9][0-9]{0,2})"
    label = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
    host = rf"\[::1\]|{label}(?:\.{label})*"
    match = re.fullmatch(rf"(https?)://({host})(?::([1-9][0-9]{{0,4}}))?", text, re.ASCII)
    if match is None or len(text) > 200:
        return None
    scheme, host, port = match.groups()
    last = host.split(".")[-1]
    if re.fullmatch("[0-9]+", last) or last.startswith("0x"):
        if not re.fullmatch(rf"{number}(?:\.{number}){{3}}", host) or max(map(int, host.split("."))) > 255:
            return None
    if scheme == "http" and host not in ("localhost", "127.0.0.1", "[::1]"):
        return None
    default = 443 if scheme == "https" else 80
    if port is not None and (int(port) > 65535 or int(port) == default):
        return None
    port = int(port or default)
    return host if port == 443 else f"{host}:{port}"


def check_origin(vector):
    check(f"origin {vector['text']!r}", manager_identifier(vector["text"]) == vector.get("idm"))


# --- Section 2: pids and the secrets of a session ---------------------------------------------------------------------


def check_initialization_data(vector):
    pid = bytes([1, vector["kind"]]) + decode(vector["id"]) + decode(vector["secret"]) + vector["origin"].encode()
    check("pid", encode(pid) == vector["pid"])


def read_pid(text):
    """The parts of a pid, or the name of its flaw."""
    try:
        data = decode(text)
    except ValueError:
        return {"refusal": "notInitializationData"}
    if not 34 < len(data) <= 256:
        return {"refusal": "notInitializationData"}
    if data[0] != 1 or data[1] not in (1, 2, 3):
        return {"refusal": "unsupportedFormat"}
    origin = data[34:].decode("ascii", "replace")
    if manager_identifier(origin) is None:
        return {"refusal": "invalidOrigin"}
    return {"kind": data[1], "id": encode(data[2:18]), "secret": encode(data[18:34]), "origin": origin}


def read_link(text):
    """The form of a pid, and its parts."""
    address, mark, pid = text.partition("#")
    if not mark:
        form = {"form": "bare"}
        pid = text
    elif address.startswith(("https://", "http://")):
        origin = address.removesuffix("/a")
        if origin == address or manager_identifier(origin) is None:
            return {"refusal": "notInitializationData"}
        form = {"form": "appLink", "appLinkOrigin": origin}
    else:
        match = re.fullmatch(r"([a-z][a-z0-9+.-]*)://a", address, re.ASCII)
        if match is None:
            return {"refusal": "notInitializationData"}
        form = {"form": "deepLink", "scheme": match[1]}
    parts = read_pid(pid)
    return parts if "refusal" in parts else form | parts


def check_link(vector):
    expected = {name: value for name, value in vector.items() if name != "text"}
    check(f"link {vector['text']!r}", read_link(vector["text"]) == expected)


def check_session_secret(vector):
    key = hkdf(decode(vector["managerSecret"]), b"", b"xign/1 qr key" + decode(vector["session"]), 32)
    check("qrKey", encode(key) == vector["qrKey"])
    check("QR secret", encode(mac(key, b"xign/1 qr" + u(vector["step"], 8))[:16]) == vector["qrSecret"])
    check("link secret", encode(mac(key, b"xign/1 link")[:16]) == vector["linkSecret"])


# --- Section 1: key material ------------------------------------------------------------------------------------------


def encryption_key_id(suite, public_key):
    return sha256(b"xign/1 kem key" + lp(suite) + public_key)[:8]


def check_encryption_key_id(vector):
    kid = encryption_key_id(vector["suite"], decode(vector["publicKey"]))
    check("kid of an encryption key", encode(kid) == vector["kid"])


def check_verification_key_id(vector):
    check("kid of a verification key", encode(sha256(decode(vector["publicKey"]))[:8]) == vector["kid"])


def check_fingerprint(vector):
    keys = sorted(decode(key) for key in vector["rootKeys"])
    data = b"xign/1 root fingerprint" + lp(vector["idm"]) + u(vector["threshold"], 8) + b"".join(keys)
    words = []
    for high, low in zip(*[iter(sha256(data)[:16])] * 2, strict=True):
        number = high << 8 | low
        consonant, vowel = "bdfghjklmnprstvz", "aeio"
        words.append(
            consonant[number >> 12]
            + vowel[number >> 10 & 3]
            + consonant[number >> 6 & 15]
            + vowel[number >> 4 & 3]
            + consonant[number & 15]
        )
    check("fingerprint", "-".join(words) == vector["words"])


def key_material(text):
    """The content of a signed document, and those of the given keys that have signed it."""
    document = json.loads(text)
    payload = document["payload"]

    def signers(keys):
        found = set()
        for key in keys:
            raw = decode(key)
            header = {"alg": "Ed25519", "kid": encode(sha256(raw)[:8]), "typ": "xign-key-material+jws"}
            for entry in document["signatures"]:
                message = f"{entry['protected']}.{payload}".encode()
                if strict_json(decode(entry["protected"])) == header and verifies(
                    "Ed25519", raw, decode(entry["signature"]), message
                ):
                    found.add(key)
        return found

    return strict_json(decode(payload)), signers


def successor(known, text):
    """The result of updating a known document to the next one."""
    new, signers = key_material(text)
    if new["idmIdentifier"] != known["idmIdentifier"]:
        return "forbiddenChange"
    if (new["epoch"], new["sequence"]) <= (known["epoch"], known["sequence"]):
        return "notNewer"
    if new["epoch"] > known["epoch"]:
        return "accepted" if len(signers(known["rootKeys"])) >= known["threshold"] else "untrusted"
    if not signers([known["onlineKey"]]):
        return "untrusted"
    kept = ["rootKeys", "threshold", "onlineKey", "url", "appLinkOrigins"]
    return "accepted" if all(new[name] == known[name] for name in kept) else "forbiddenChange"


def beginning(documents):
    """Returns whether documents are trusted if an app ships them, and if a person compares the fingerprint."""
    if not documents:
        return False, False
    known, signers = key_material(documents[0])
    if not signers([known["onlineKey"]]):
        return False, False
    for text in documents[1:]:
        if successor(known, text) != "accepted":
            return False, False
        known, _ = key_material(text)
    for content, signers in map(key_material, documents):
        if content["epoch"] == known["epoch"] and len(signers(content["rootKeys"])) >= content["threshold"]:
            return True, True
    return True, False


def check_key_material(vectors):
    for vector in vectors.pop("beginnings"):
        expected = (vector["isTrusted"], vector["isConfirmed"])
        check(f"first trust: {vector['what']}", beginning(vector["documents"]) == expected)
    for vector in vectors.pop("successions"):
        known, _ = key_material(vector["known"])
        check(f"succession: {vector['what']}", successor(known, vector["next"]) == vector["outcome"])
    for vector in vectors.pop("sealings"):
        remaining = key_material(vector["document"])[0]["expiresAt"] - vector["time"]
        check(f"sealing: {vector['what']}", (0 < remaining <= 45 * 24 * 60 * 60) == vector["isAllowed"])
    check("unknown vectors of key material", not vectors)


# --- Section 4: PINs --------------------------------------------------------------------------------------------------


def check_stretching(vector):
    pin, salt, cost = vector["pin"].encode(), decode(vector["salt"]), vector["cost"]
    if vector["algorithm"] == "scrypt":
        n, r, p = cost
        stretched = hashlib.scrypt(pin, salt=salt, n=n, r=r, p=p, maxmem=1 << 28, dklen=32)
    else:
        stretched = hashlib.pbkdf2_hmac("sha256", pin, salt, cost[0], 32)
    check(f"stretching by {vector['algorithm']}", encode(stretched) == vector["stretched"])


def check_pin_key(vector):
    info = b"xign/1 pin key" + b"\x01" + lp(vector["idm"]) + decode(vector["activationId"])
    seed = hkdf(decode(vector["bound"]), decode(vector["salt"]), info, 32)
    public = ed25519.Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    check("PIN key's seed", encode(seed) == vector["seed"])
    check("PIN key's public key", encode(public) == vector["publicKey"])


def check_software_bind(vector):
    check("bind", encode(mac(decode(vector["secret"]), decode(vector["stretched"]))) == vector["bound"])


def is_on_p256(x):
    """Returns whether y^2 = x^3 - 3x + b has a solution, by Euler's criterion."""
    prime = 2**256 - 2**224 + 2**192 + 2**96 - 1
    b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
    right = (x**3 - 3 * x + b) % prime
    return x < prime and (right == 0 or pow(right, (prime - 1) // 2, prime) == 1)


def check_bind_point(vector):
    tries = (sha256(b"xign/1 bind point" + decode(vector["stretched"]) + u(index, 4)) for index in range(64))
    x = next(x for x in tries if is_on_p256(int.from_bytes(x, "big")))
    check("bind point", encode(b"\x02" + x) == vector["point"])


def check_activation_proof(vector):
    activation = decode(vector["activationId"])
    salt = sha256(b"xign/1 activation salt" + activation)[:16]
    stretched = hashlib.pbkdf2_hmac("sha256", vector["pin"].encode(), salt, 600_000, 32)
    proof = mac(decode(vector["secret"]), b"xign/1 activation pin" + activation + stretched)
    check("pinProof", encode(proof) == vector["pinProof"])


# --- Section 3: the sealed channel ------------------------------------------------------------------------------------


def request_info(idm, operation, kid):
    return b"xign/1 request" + b"\x00" + lp(idm) + lp(operation) + kid


def check_request_info(vector):
    info = request_info(vector["idm"], vector["operation"], decode(vector["kid"]))
    check("info", encode(info) == vector["info"])


def proof_transcript(idm, operation, activation, encapsulated, body):
    label = b"xign/1 device-proof" + b"\x00"
    return label + lp(idm) + lp(operation) + activation + sha256(encapsulated) + sha256(body)


def verifies(algorithm, public_key, signature, message):
    try:
        if algorithm == "Ed25519":
            ed25519.Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
        else:
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\x04" + public_key)
            r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
            key.verify(utils.encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
        return len(signature) == 64
    except InvalidSignature:
        return False


def check_device_proof(vector):
    transcript = proof_transcript(
        vector["idm"],
        vector["operation"],
        decode(vector["activationId"]),
        decode(vector["encapsulatedKey"]),
        decode(vector["body"]),
    )
    check("device proof's transcript", encode(transcript) == vector["transcript"])
    valid = verifies("ES256", decode(vector["publicKey"]), decode(vector["signature"]), transcript)
    check("device proof's signature", valid)


class HPKE:
    """The recipient of one message in base mode with HKDF-SHA256 and AES-256-GCM (RFC 9180, sections 4 and 5)."""

    def __init__(self, kem, shared_secret, info):
        self.suite = b"HPKE" + u(kem, 2) + u(1, 2) + u(2, 2)
        context = b"\x00" + self.extract(b"", b"psk_id_hash", b"") + self.extract(b"", b"info_hash", info)
        secret = self.extract(shared_secret, b"secret", b"")
        self.key = self.expand(secret, b"key", context, 32)
        self.nonce = self.expand(secret, b"base_nonce", context, 12)
        self.exporter = self.expand(secret, b"exp", context, 32)

    def extract(self, salt, label, key):
        return extract(salt, b"HPKE-v1" + self.suite + label + key)

    def expand(self, key, label, info, count):
        return expand(key, u(count, 2) + b"HPKE-v1" + self.suite + label + info, count)

    def open(self, ciphertext):
        return AESGCM(self.key).decrypt(self.nonce, ciphertext, b"")

    def export(self, context, count):
        return self.expand(self.exporter, b"sec", context, count)


def decapsulate_x25519(private_key, encapsulated):
    """DHKEM(X25519, HKDF-SHA256), RFC 9180, section 4.1."""
    private = x25519.X25519PrivateKey.from_private_bytes(private_key)
    public = private.public_key().public_bytes_raw()
    shared = private.exchange(x25519.X25519PublicKey.from_public_bytes(encapsulated))
    suite = b"KEM" + u(0x0020, 2)
    key = extract(b"", b"HPKE-v1" + suite + b"eae_prk" + shared)
    info = u(32, 2) + b"HPKE-v1" + suite + b"shared_secret" + encapsulated + public
    return expand(key, info, 32), public


def decapsulate_xwing(seed, encapsulated):
    """X-Wing, draft-connolly-cfrg-xwing-kem, section 5."""
    from cryptography.hazmat.primitives.asymmetric import mlkem

    expanded = hashlib.shake_256(seed).digest(96)
    lattice = mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64])
    curve = x25519.X25519PrivateKey.from_private_bytes(expanded[64:])
    curve_public = curve.public_key().public_bytes_raw()
    share = encapsulated[1088:]
    secret = lattice.decapsulate(encapsulated[:1088])
    shared = curve.exchange(x25519.X25519PublicKey.from_public_bytes(share))
    combined = hashlib.sha3_256(secret + shared + share + curve_public + rb"\.//^" + b"\\").digest()
    return combined, lattice.public_key().public_bytes_raw() + curve_public


SUITES = {
    "x25519-sha256-aes256gcm": (0x0020, 32, decapsulate_x25519),
    "xwing-sha256-aes256gcm": (0x647A, 1120, decapsulate_xwing),
}


def check_sealed(vector):
    kem, count, decapsulate = SUITES[vector["suite"]]
    request = decode(vector["request"])
    kid, encapsulated, ciphertext = request[1:9], request[9 : 9 + count], request[9 + count :]
    shared, public = decapsulate(decode(vector["privateKey"]), encapsulated)
    check("version", request[0] == 1)
    check("public key", encode(public) == vector["publicKey"])
    check("kid in a request", kid == encryption_key_id(vector["suite"], public))
    recipient = HPKE(kem, shared, request_info(vector["idm"], vector["operation"], kid))
    plaintext = recipient.open(ciphertext)
    check("a request's length", len(plaintext) % 512 == 0)
    proof_end = 2 + int.from_bytes(plaintext[:2], "big")
    proof = plaintext[2:proof_end]
    body_end = proof_end + 4 + int.from_bytes(plaintext[proof_end : proof_end + 4], "big")
    body = plaintext[proof_end + 4 : body_end]
    check("request's body", encode(body) == vector["body"])
    check("request's identifier", encode(sha256(sha256(encapsulated) + sha256(body))) == vector["requestIdentifier"])
    check("request's padding", not any(plaintext[body_end:]) and len(plaintext) - body_end < 512)
    if "activationId" in vector:
        activation = decode(vector["activationId"])
        transcript = proof_transcript(vector["idm"], vector["operation"], activation, encapsulated, body)
        check("request's proof", verifies("ES256", decode(vector["devicePublicKey"]), proof, transcript))
    else:
        check("no proof", proof == b"")
    answer = decode(vector["answer"])
    key = extract(encapsulated + answer[:32], recipient.export(b"xign/1 response", 32))
    plaintext = AESGCM(expand(key, b"key", 32)).decrypt(expand(key, b"nonce", 12), answer[32:], b"")
    count = int.from_bytes(plaintext[:4], "big")
    check("answer's body", encode(plaintext[4 : 4 + count]) == vector["answerBody"])
    check("answer's padding", len(plaintext) % 1024 == 0 and not any(plaintext[4 + count :]))


# --- Section 5: statements and their JSON -----------------------------------------------------------------------------


class Refused(Exception):
    pass


def strict_json(data, maximum_size=16 * 1024, maximum_depth=6):
    """Parses strict JSON (section 0) with Python's own parser."""
    if len(data) > maximum_size:
        raise Refused("too large")

    def members(pairs):
        if len({name for name, _ in pairs}) != len(pairs):
            raise Refused("a duplicate member")
        return dict(pairs)

    def integer(text):
        number = int(text) if len(text) < 20 else 2**53
        if abs(number) >= 2**53 or text == "-0":
            raise Refused("an integer that is not canonical")
        return number

    def refuse(text):
        raise Refused(text)

    try:
        value = json.loads(
            data.decode("utf-8", "strict"),
            object_pairs_hook=members,
            parse_int=integer,
            parse_float=refuse,
            parse_constant=refuse,
        )
        check_profile(value, maximum_depth)
    except (ValueError, RecursionError) as error:
        raise Refused(str(error)) from error
    return value


def check_profile(value, depth):
    if isinstance(value, str):
        for character in map(ord, value):
            if 0xD800 <= character < 0xE000 or character & 0xFFFE == 0xFFFE or 0xFDD0 <= character <= 0xFDEF:
                raise Refused("no character")
    elif value is None:
        raise Refused("null")
    elif isinstance(value, dict | list):
        if depth == 0:
            raise Refused("nested too deeply")
        for part in value:
            check_profile(part, depth - 1 if isinstance(value, list) else 0)
        if isinstance(value, dict):
            for part in value.values():
                check_profile(part, depth - 1)


def require(condition):
    if not condition:
        raise Refused("not a statement")


def has_members(value, names, optional=()):
    require(isinstance(value, dict))
    require(set(names) <= set(value) <= set(names) | set(optional))


def require_bytes(text, count):
    require(isinstance(text, str))
    require(len(decode(text)) == count)


def require_integer(number):
    require(type(number) is int)


def consent(data):
    """Reads a consent statement, or raises."""
    value = strict_json(data)
    names = "v purpose channel idm session challenge issuedAt expiresAt activationId service organization role"
    has_members(value, [*names.split(), "alternatives", "attributes", "policyVersion"])
    require(type(value["v"]) is int and value["v"] == 1)
    purposes = "login inAppLogin transaction merge addFactor changePin newActivation delete revoke"
    require(value["purpose"] in purposes.split())
    require(value["channel"] in ["crossDevice", "sameDevice", "inApp", "api"])
    require(isinstance(value["idm"], str))
    require_bytes(value["session"], 16)
    require_bytes(value["challenge"], 32)
    require_bytes(value["activationId"], 16)
    for name in ["issuedAt", "expiresAt", "policyVersion"]:
        require_integer(value[name])
    has_members(value["service"], ["id", "name", "origin"])
    require(is_shown(value["service"]["origin"]))
    has_members(value["organization"], ["id", "name"])
    has_members(value["role"], ["id", "name"])
    for name in ["service", "organization", "role"]:
        require(isinstance(value[name]["id"], str) and is_shown(value[name]["name"]))
    require(isinstance(value["alternatives"], list) and value["alternatives"])
    for factors in value["alternatives"]:
        require(isinstance(factors, list) and all(isinstance(factor, str) for factor in factors))
        require(set(factors) <= {"biometric", "device", "otp", "pin", "yubikey"} and "device" in factors)
        require(factors == sorted(set(factors)))
    require(isinstance(value["attributes"], list))
    for attribute in value["attributes"]:
        has_members(attribute, ["name", "required", "source", "digest"], ["aliasId", "aliasText"])
        require(is_shown(attribute["name"]) and type(attribute["required"]) is bool)
        require(attribute["source"] in ["stored", "supplied"])
        require(isinstance(attribute.get("aliasId", ""), str) and is_shown(attribute.get("aliasText", "-")))
        require_bytes(attribute["digest"], 32)
    attribute_names = [attribute["name"] for attribute in value["attributes"]]
    require(len(set(attribute_names)) == len(attribute_names))
    return value


def judge(data, original):
    try:
        return "same" if consent(data) == original else "different"
    except (Refused, ValueError):
        return "refused"


def check_json(vectors):
    for vector in vectors["inputs"]:
        try:
            strict_json(decode(vector["bytes"]), vectors["maximumByteCount"], vectors["maximumDepth"])
            accepted = True
        except Refused:
            accepted = False
        check(f"JSON: {vector['what']}", accepted == vector["isAccepted"])
    original = consent(decode(vectors["consent"]))
    for vector in vectors["statements"]:
        judged = judge(decode(vector["bytes"]), original)
        check(f"statement: {vector['what']}: {judged}", judged == vector["expectation"])


def check_disclosure(vector):
    array = [vector["salt"], vector["name"], vector["value"]]
    check("disclosure's content", json.loads(decode(vector["text"])) == array)
    check("disclosure's digest", encode(sha256(vector["text"].encode())) == vector["digest"])


def jws_is_valid(vector):
    """Verifies one signature by each key, in the profile {alg, kid, typ} and, for statements of devices, factors."""
    document = json.loads(vector["jws"])
    if set(document) != {"payload", "signatures"} or document["payload"] != encode(decode(vector["payload"])):
        return False
    keys = {key["kid"]: key for key in vector["keys"]}
    found = []
    for entry in document["signatures"]:
        header = strict_json(decode(entry["protected"]))
        key = keys.get(header.get("kid"))
        expected = {"alg": key and key["alg"], "kid": header.get("kid"), "typ": vector["typ"]}
        if vector["typ"] != "xign-key-material+jws":
            expected["factors"] = sorted(keys)
        message = f"{entry['protected']}.{document['payload']}".encode()
        if set(entry) != {"protected", "signature"} or key is None or header != expected:
            return False
        if not verifies(key["alg"], decode(key["publicKey"]), decode(entry["signature"]), message):
            return False
        found.append(header["kid"])
    return sorted(found) == sorted(keys)


def check_statement(vector):
    check(f"statement: {vector['what']}", jws_is_valid(vector) == vector["isValid"])


# ----------------------------------------------------------------------------------------------------------------------


def main(folder):
    def read(name):
        return json.loads((folder / f"{name}.json").read_text("utf-8"))

    derivations = read("derivations")
    for name, function in {
        "initializationData": check_initialization_data,
        "sessionSecrets": check_session_secret,
        "encryptionKeyIDs": check_encryption_key_id,
        "verificationKeyIDs": check_verification_key_id,
        "fingerprints": check_fingerprint,
        "stretchings": check_stretching,
        "pinKeys": check_pin_key,
        "softwareBinds": check_software_bind,
        "bindPoints": check_bind_point,
        "activationProofs": check_activation_proof,
        "requestInfos": check_request_info,
        "deviceProofs": check_device_proof,
        "disclosures": check_disclosure,
    }.items():
        for vector in derivations.pop(name):
            function(vector)
    check(f"unknown vectors: {sorted(derivations)}", not derivations)
    for vector in read("text"):
        check_text(vector)
    for vector in read("origins"):
        check_origin(vector)
    for vector in read("links"):
        check_link(vector)
    check_key_material(read("key-material"))
    for vector in read("sealed-channel"):
        check_sealed(vector)
    for vector in read("statements"):
        check_statement(vector)
    check_json(read("strict-json"))
    for failure in failures:
        print(f"Does not agree: {failure}")
    if not failures:
        print(f"All {checked} values agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent))
