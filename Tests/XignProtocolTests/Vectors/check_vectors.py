#!/usr/bin/env python3
# Long because: a second implementation in one file, to be run and read beside docs/protocol.md.
"""Checks the protocol's test vectors with an independent implementation.

    check_vectors.py [FOLDER]
    check_vectors.py --write-ed25519 [FOLDER]       writes ed25519.json, which needs points that no library makes

Everything is computed from the formulas of docs/protocol.md, with Python's standard library and PyPI's `cryptography`.
Prints "All ... vectors agree", or the failures with status 1.
"""

import base64
import datetime
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
    if data[0] != 1 or data[1] not in (1, 2, 3, 4, 5):
        return {"refusal": "unsupportedFormat"}
    origin = data[34:].decode("ascii", "replace")
    if manager_identifier(origin) is None:
        return {"refusal": "invalidOrigin"}
    return {"kind": data[1], "id": encode(data[2:18]), "secret": encode(data[18:34]), "origin": origin}


def read_address(address):
    """The form of the part of a link before its mark, without a query; None for any other text."""
    start = address.partition("?")[0]
    if not start.endswith("/a"):
        return None
    if manager_identifier(start[:-2]) is not None:
        return {"form": "appLink", "appLinkOrigin": start[:-2]}
    match = re.fullmatch(r"([a-z][a-z0-9+.-]*)://a", start, re.ASCII)
    return {"form": "deepLink", "scheme": match[1]} if match and match[1] not in ("https", "http") else None


def read_whole(text):
    """The form of a pid, and its parts."""
    address, mark, pid = text.partition("#")
    form = read_address(address) if mark else {"form": "bare"}
    if form is None:
        return {"refusal": "notInitializationData"}
    parts = read_pid(pid if mark else text)
    return parts if "refusal" in parts else form | parts


def read_link(text):
    """The form of a link, and its parts; of a damaged one, what has become of it."""
    text = text.strip(SPACES)
    parts = read_whole(text)
    damaged = parts.get("refusal") in ("notInitializationData", "invalidOrigin") and damage(text)
    return {"refusal": damaged} if damaged else parts


def damage(text):
    if len(text.encode()) > 8192:
        return None
    compact = "".join(character for character in text if character not in SPACES)
    if compact != text and is_link(compact):
        return "linkWrapped"
    decoded = text
    for _ in range(4):
        before = before_link(decoded)
        if before is not None:
            return "linkEmbedded" if "://" in before else "linkExtended"
        decoded = re.sub("%([0-7][0-9a-fA-F])", lambda escape: chr(int(escape[1], 16)), decoded)
    return "linkIncomplete" if is_beginning(text) else None


def is_link(text):
    return "refusal" not in read_whole(text)


def before_link(text):
    """The text before a whole link."""
    before, mark, rest = text.partition("#AQ")
    if mark:
        start, separator, _ = before.rpartition("://")
        scheme = re.search("[a-z][a-z0-9+.-]*$", start) if separator else None
        if scheme is None or re.search("[a-zA-Z0-9]$", start[: scheme.start()]):
            return None
        pid = re.match("[A-Za-z0-9_-]*", "AQ" + rest)[0].rstrip("-_")
        return start[: scheme.start()] if is_link(f"{before[scheme.start() :]}#{pid}") else None
    for run in re.finditer("[A-Za-z0-9_-]+", text):
        pid = run[0].lstrip("-_")
        if pid.startswith("AQ") and is_link(pid.rstrip("-_")):
            return text[: run.end() - len(pid)]
    return None


def is_beginning(text):
    """True for a link or pid whose end is missing, as far as it can be told."""
    address, mark, pid = text.partition("#")
    if mark or read_address(text):
        return read_address(address) is not None and is_beginning_of_pid(pid)
    return len(text) >= 24 and is_beginning_of_pid(text)


def is_beginning_of_pid(text):
    if not re.fullmatch("[A-Za-z0-9_-]*", text) or len(text) > 342:
        return False
    if len(text) <= 2:
        return "AQ".startswith(text)
    if not re.match("AQ[E-X]", text):
        return False
    origin = decode(text[: len(text) - len(text) % 4])[34:].decode("ascii", "replace")
    return (
        "https://".startswith(origin)
        or "http://".startswith(origin)
        or any(manager_identifier(origin + end) is not None for end in ("", "a", "1"))
    )


def check_link(vector):
    expected = {name: value for name, value in vector.items() if name != "text"}
    check(f"link {vector['text']!r}", read_link(vector["text"]) == expected)


def check_in_app_secret(vector):
    secret = hkdf(decode(vector["managerSecret"]), b"", b"xign/1 in-app" + decode(vector["session"]), 32)
    check("inApp secret", encode(secret) == vector["secret"])


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


# --- Section 1: Ed25519, without the cofactor -------------------------------------------------------------------------

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def ed_add(one, other):
    """Adds two points in affine coordinates; the formula is complete."""
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def ed_multiply(scalar, point):
    result = (0, 1)
    while scalar:
        if scalar & 1:
            result = ed_add(result, point)
        point = ed_add(point, point)
        scalar >>= 1
    return result


def ed_encode(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def ed_decode(data):
    """Decodes a point (RFC 8032, section 5.1.3); None for any other encoding than the canonical one."""
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x), y


BASE = ed_decode(bytes([0x58]) + bytes([0x66]) * 31)


def ed25519_key(data):
    """The point of a key that is accepted; None for points of small order and for other encodings."""
    point = ed_decode(data)
    return None if point is None or ed_multiply(8, point) == (0, 1) else point


def ed25519_challenge(encoded, public_key, message):
    return int.from_bytes(hashlib.sha512(encoded + public_key + message).digest(), "little") % ORDER


def ed25519_verifies(public_key, signature, message):
    """RFC 8032, section 5.1.7, with the equation that has no cofactor."""
    point = ed25519_key(public_key)
    if point is None or len(signature) != 64:
        return False
    s = int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        return False
    k = ed25519_challenge(signature[:32], public_key, message)
    negative = (P - point[0], point[1])
    return ed_encode(ed_add(ed_multiply(s, BASE), ed_multiply(k, negative))) == signature[:32]


def check_ed25519(vector):
    key, message, signature = decode(vector["publicKey"]), decode(vector["message"]), decode(vector["signature"])
    check(f"key of Ed25519: {vector['what']}", (ed25519_key(key) is not None) == vector["isKeyAccepted"])
    check(f"Ed25519: {vector['what']}", ed25519_verifies(key, signature, message) == vector["isValid"])


def ed25519_vectors():
    """Makes keys and signatures that implementations judge differently."""
    secret = hashlib.sha512(bytes([66]) * 32).digest()
    a = int.from_bytes(secret[:32], "little") & (1 << 254) - 8 | 1 << 254
    public = ed_multiply(a, BASE)
    key, message = ed_encode(public), b"xign"
    # A point of order 8 (RFC 7748, section 7).
    torsion = ed_decode(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"))
    vectors = []

    def add(what, public_key, text, signature):
        accepted = ed25519_key(public_key) is not None
        valid = ed25519_verifies(public_key, signature, text)
        names = ["what", "publicKey", "message", "signature", "isKeyAccepted", "isValid"]
        values = [what, encode(public_key), encode(text), encode(signature), accepted, valid]
        vectors.append(dict(zip(names, values, strict=True)))

    def signed(text, nonce=12345, encoded=None, public_key=key):
        encoded = encoded or ed_encode(ed_multiply(nonce, BASE))
        s = (nonce + ed25519_challenge(encoded, public_key, text) * a) % ORDER
        return encoded + s.to_bytes(32, "little")

    right = signed(message)
    s = int.from_bytes(right[32:], "little")
    add("a signature", key, message, right)
    add("an empty message", key, b"", signed(b""))
    add("another message", key, b"Xign", right)
    add("a signature of zeros", key, message, bytes(64))
    add("R changed", key, message, bytes([right[0] ^ 1]) + right[1:])
    add("S changed", key, message, right[:32] + bytes([right[32] ^ 1]) + right[33:])
    add("R negated", key, message, right[:31] + bytes([right[31] ^ 0x80]) + right[32:])
    add("S negated", key, message, right[:32] + (ORDER - s).to_bytes(32, "little"))
    add("S that is not reduced", key, message, right[:32] + (s + ORDER).to_bytes(32, "little"))
    add("S with the highest bit", key, message, right[:63] + bytes([right[63] | 0x80]))
    add("S of the order", key, message, right[:32] + ORDER.to_bytes(32, "little"))
    add("63 bytes", key, message, right[:63])
    add("65 bytes", key, message, right + b"\x00")
    add("the key negated", key[:31] + bytes([key[31] ^ 0x80]), message, right)
    add("another key", ed_encode(ed_multiply(a + 1, BASE)), message, right)

    identity = ed_encode((0, 1))
    add("R is the identity", key, message, signed(message, 0, identity))
    add("R is the identity with a sign", key, message, signed(message, 0, identity[:31] + b"\x80"))
    add("R is the identity with y + p", key, message, signed(message, 0, (P + 1).to_bytes(32, "little")))
    mixed = ed_encode(ed_add(ed_multiply(12345, BASE), torsion))
    add("R with a component of small order", key, message, signed(message, 12345, mixed))
    add("R of order 8", key, message, signed(message, 0, ed_encode(torsion)))

    twisted = ed_encode(ed_add(public, torsion))
    divisible, other = None, None
    for number in range(256):
        text = message + bytes([number])
        remainder = ed25519_challenge(ed_encode(ed_multiply(12345, BASE)), twisted, text) % 8
        divisible = divisible or (text if remainder == 0 else None)
        other = other or (text if remainder else None)
    what = "a key with a component of small order"
    add(f"{what}, where it vanishes", twisted, divisible, signed(divisible, public_key=twisted))
    add(f"{what}, where the cofactor would hide it", twisted, other, signed(other, public_key=twisted))

    for index in range(8):
        small = ed_encode(ed_multiply(index, torsion))
        add(f"a key of small order, {index}", small, message, identity + bytes(32))
    for y in [P, P + 1, P + 3, 2**255 - 1]:
        encoded = y.to_bytes(32, "little")
        add(f"a key with y = p + {y - P}", encoded, message, identity + bytes(32))
    add("the identity with a sign as key", identity[:31] + b"\x80", message, identity + bytes(32))
    add("a key off the curve", bytes([2]) + bytes(31), message, right)
    add("a key of 31 bytes", key[:31], message, right)
    add("a key of 33 bytes", key + b"\x00", message, right)
    return vectors


# --- Section 4: PINs --------------------------------------------------------------------------------------------------


def check_stretching(vector):
    pin, salt, cost = vector["pin"].encode(), decode(vector["salt"]), vector["cost"]
    if vector["algorithm"] == "scrypt":
        n, r, p = cost
        stretched = hashlib.scrypt(pin, salt=salt, n=n, r=r, p=p, maxmem=1 << 28, dklen=32)
    else:
        stretched = hashlib.pbkdf2_hmac("sha256", pin, salt, cost[0], 32)
    check(f"stretching by {vector['algorithm']}", encode(stretched) == vector["stretched"])


def is_common(pin, listed):
    """Returns whether a device refuses a new PIN."""
    steps = {(int(after) - int(before)) % 10 for before, after in zip(pin, pin[1:], strict=False)}
    if steps in ({0}, {1}, {9}):
        return True
    if any(len(pin) >= 2 * size and pin[size:] == pin[:-size] for size in (2, 3)):
        return True
    return pin in listed


def check_pins(vectors):
    listed = vectors.pop("listed")
    check("38 listed PINs", len(set(listed)) == 38)
    for vector in vectors.pop("examples"):
        check(f"PIN {vector['pin']}", is_common(vector["pin"], listed) == vector["isCommon"])
    check("unknown vectors of PINs", not vectors)


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


def check_request_name(vector):
    secret = decode(vector["managerSecret"])
    content = lp(vector["operation"]) + decode(vector["id"])
    content += sha256(decode(vector["encapsulatedKey"])) + sha256(decode(vector["body"]))
    name = mac(secret, b"xign/1 request name" + content)
    check("request name", encode(name) == vector["requestName"])
    check("bearer value", encode(mac(secret, b"xign/1 bearer" + name)) == vector["bearerValue"])
    check("challenge", encode(mac(secret, b"xign/1 challenge" + name)) == vector["challenge"])


def check_statement_secret(vector):
    secret, statement = decode(vector["managerSecret"]), sha256(decode(vector["statement"]))
    check("return secret", encode(mac(secret, b"xign/1 return" + statement)) == vector["returnSecret"])
    check("grant", encode(mac(secret, b"xign/1 grant" + statement)) == vector["grant"])
    check("code", encode(mac(secret, b"xign/1 code" + statement)) == vector["code"])


def check_recognition(vector):
    value = mac(decode(vector["managerSecret"]), vector["label"].encode() + decode(vector["content"]))
    check(vector["label"], encode(value) == vector["value"])


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
        raise Refused("refused")


def has_members(value, names, optional=()):
    require(isinstance(value, dict))
    require(set(names) <= set(value) <= set(names) | set(optional))


def require_bytes(text, count):
    require(isinstance(text, str))
    require(len(decode(text)) == count)


def require_integer(number):
    require(type(number) is int)


LOGINS = ["login", "inAppLogin"]
UTILITIES = ["changePin", "newActivation", "delete", "addFactor", "revoke", "merge"]
PURPOSES = [*LOGINS, "transaction", *UTILITIES]
FACTORS = ["biometric", "device", "otp", "pin", "yubikey"]


def require_id(text):
    require(isinstance(text, str) and 1 <= len(text.encode()) <= 256)


def require_party(value, *more):
    has_members(value, ["id", "name", *more])
    require_id(value["id"])
    require(is_shown(value["name"]))


def require_utility(purpose, value):
    """Checks the member `utility`, which has one member."""
    name = {"addFactor": "factor", "revoke": "activation", "merge": "invitation"}[purpose]
    has_members(value, [name])
    part = value[name]
    if name == "factor":
        require(part == "biometric")
    elif name == "activation":
        has_members(part, ["id"], ["alias", "platform", "since"])
        require_bytes(part["id"], 16)
        require(is_shown(part.get("alias", "-")) and is_shown(part.get("platform", "-")))
        require_integer(part.get("since", 0))
    else:
        has_members(part, ["organization", "address", "roles"])
        require_party(part["organization"])
        require(is_shown(part["address"]) and isinstance(part["roles"], list) and 1 <= len(part["roles"]) <= 16)
        for role in part["roles"]:
            has_members(role, ["service", "role"])
            require(is_shown(role["service"]) and is_shown(role["role"]))


def require_transaction(value):
    has_members(value, ["type", "language", "text"])
    require(isinstance(value["type"], str) and isinstance(value["language"], str))
    require(re.fullmatch("[a-zA-Z]{1,64}", value["type"], re.ASCII))
    require(re.fullmatch("[a-zA-Z0-9-]{2,35}", value["language"], re.ASCII))
    parts = value["text"]
    require(isinstance(parts, list) and 1 <= len(parts) <= 32)
    for part in parts:
        require(isinstance(part, dict) and len(part) == 1 and set(part) <= {"literal", "name"})
        require(all(map(is_shown, part.values())))
    require("literal" in parts[0])
    require(sum(len(text.encode()) for part in parts for text in part.values()) <= 1024)


def require_subject(value):
    """Checks the purpose and the members that belong to it."""
    purpose = value.get("purpose")
    require(isinstance(purpose, str) and purpose in PURPOSES)
    require(("utility" in value) == (purpose in ["addFactor", "revoke", "merge"]))
    require(("transaction" in value) == (purpose == "transaction"))
    require("offlineUntil" not in value or purpose in LOGINS)
    require_integer(value.get("offlineUntil", 0))
    if "utility" in value:
        require_utility(purpose, value["utility"])
    if "transaction" in value:
        require_transaction(value["transaction"])


def require_alternatives(alternatives):
    require(isinstance(alternatives, list) and alternatives)
    for factors in alternatives:
        require(isinstance(factors, list) and all(isinstance(factor, str) for factor in factors))
        require(set(factors) <= set(FACTORS) and "device" in factors and factors == sorted(set(factors)))


def require_version(value):
    require(type(value["v"]) is int and value["v"] == 1)


def consent(data):
    """Reads a consent statement, or raises."""
    value = strict_json(data)
    names = "v purpose channel idm session challenge issuedAt expiresAt activationId service organization role"
    has_members(
        value,
        [*names.split(), "alternatives", "attributes", "policyVersion"],
        ["utility", "transaction", "offlineUntil"],
    )
    require_version(value)
    require_subject(value)
    require(value["channel"] in ["crossDevice", "sameDevice", "inApp", "api"])
    require(isinstance(value["idm"], str))
    require_bytes(value["session"], 16)
    require_bytes(value["challenge"], 32)
    require_bytes(value["activationId"], 16)
    for name in ["issuedAt", "expiresAt", "policyVersion"]:
        require_integer(value[name])
    require_party(value["service"], "origin")
    require(is_shown(value["service"]["origin"]))
    require_party(value["organization"])
    require_party(value["role"])
    require_alternatives(value["alternatives"])
    require(isinstance(value["attributes"], list))
    for attribute in value["attributes"]:
        has_members(attribute, ["name", "required", "source", "digest"], ["aliasId", "aliasText"])
        require(is_shown(attribute["name"]) and type(attribute["required"]) is bool)
        require(attribute["source"] in ["stored", "supplied"])
        require_id(attribute.get("aliasId", "-"))
        require(is_shown(attribute.get("aliasText", "-")))
        require_bytes(attribute["digest"], 32)
    attribute_names = [attribute["name"] for attribute in value["attributes"]]
    require(len(set(attribute_names)) == len(attribute_names))
    if value["purpose"] not in LOGINS:
        require(not attribute_names and all("pin" in factors for factors in value["alternatives"]))
    return value


def require_key(value):
    """Checks an element of `keys`, and returns its factor and its bytes."""
    has_members(value, ["factor", "publicKey"])
    require(isinstance(value["factor"], str) and isinstance(value["publicKey"], str))
    key = decode(value["publicKey"])
    if value["factor"] == "pin":
        require(ed25519_key(key) is not None)
    else:
        require(value["factor"] in ["device", "biometric"] and len(key) == 64)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), b"\x04" + key)
    return value["factor"], key


def enrolment(data):
    """Reads an enrolment statement, or raises."""
    value = strict_json(data)
    names = "v purpose idm activationId challenge keys alias platform keyStore"
    has_members(value, names.split(), ["attestation"])
    require_version(value)
    require(value["purpose"] == "enrolment" and isinstance(value["idm"], str))
    require_bytes(value["activationId"], 16)
    require_bytes(value["challenge"], 32)
    require(isinstance(value["keys"], list))
    keys = [require_key(key) for key in value["keys"]]
    factors = [factor for factor, _ in keys]
    require("device" in factors and factors == sorted(set(factors)) and len({key for _, key in keys}) == len(keys))
    require(is_shown(value["alias"]) and is_shown(value["platform"]))
    require(value["keyStore"] in ["file", "tpm", "enclave", "web"])
    if "attestation" in value:
        attestation = value["attestation"]
        has_members(attestation, ["format", "bytes"])
        require(isinstance(attestation["format"], str) and isinstance(attestation["bytes"], str))
        require(re.fullmatch("[a-z0-9-]{1,32}", attestation["format"], re.ASCII))
        require(1 <= len(decode(attestation["bytes"])) <= 8192)
    return value


def key_change(data):
    """Reads a key-change statement, or raises."""
    value = strict_json(data)
    has_members(value, ["v", "purpose", "idm", "activationId", "consent"], ["keys", "activation"])
    require_version(value)
    require(isinstance(value["idm"], str))
    require_bytes(value["activationId"], 16)
    require_bytes(value["consent"], 32)
    purpose = value["purpose"]
    require(isinstance(purpose, str))
    factor = {"changePin": "pin", "addFactor": "biometric"}.get(purpose)
    require(factor is not None or purpose in ["newActivation", "delete"])
    require(("keys" in value) == (factor is not None))
    require(("activation" in value) == (purpose == "newActivation"))
    if "keys" in value:
        require(isinstance(value["keys"], list) and len(value["keys"]) == 1)
        require(require_key(value["keys"][0])[0] == factor)
    if "activation" in value:
        activation = value["activation"]
        has_members(activation, ["id", "secretHash"], ["alias"])
        require_bytes(activation["id"], 16)
        require_bytes(activation["secretHash"], 32)
        require(is_shown(activation.get("alias", "-")))
    return value


def is_accepted(reader, data):
    try:
        reader(data)
    except (Refused, ValueError):
        return False
    return True


def check_forms(vectors, *readers):
    def check_form(what, vector, expected):
        data = decode(vector["bytes"])
        check(f"form: {what}", any(is_accepted(reader, data) for reader in readers) == expected)

    for original in vectors.pop("originals"):
        check_form(original["what"], original, True)
        for mutation in original["mutations"]:
            check_form(f"{original['what']}: {mutation['what']}", mutation, mutation["isAccepted"])
    for vector in vectors.pop("others"):
        check_form(vector["what"], vector, vector["isAccepted"])
    check("unknown vectors of forms", not vectors)


def in_app_answer(data):
    """Reads the answer of the authorization endpoint to an app (section 8), or raises."""
    value = strict_json(data, 4096, 10)
    require(isinstance(value, dict) and {"v", "idm", "sessionId", "inApp", "expiresInSeconds"} <= set(value))
    require_version(value)
    require(isinstance(value["idm"], str))
    require_bytes(value["sessionId"], 16)
    require_bytes(value["inApp"], 32)
    require_integer(value["expiresInSeconds"])
    require(value["expiresInSeconds"] >= 0)


def check_in_app(vector):
    accepted = is_accepted(in_app_answer, vector["text"].encode())
    check(f"InApp answer: {vector['what']}", accepted == vector["isAccepted"])


# --- Section 5: what a device signs -----------------------------------------------------------------------------------

WAYS = {
    "qr": ("login", "crossDevice"),
    "link": ("login", "sameDevice"),
    "transactionQr": ("transaction", "crossDevice"),
    "transactionLink": ("transaction", "sameDevice"),
    "inAppStart": ("inAppLogin", "inApp"),
    "keycloak": ("inAppLogin", "inApp"),
    "merge": ("merge", "api"),
}
# The ids of the manager's own parties: services, organization and role.
BUILT_IN = ("xign.account", "xign.console", "xign.operator", "xign.person")


def are_same_attributes(process, start, statement):
    """Returns whether a statement releases what the user has chosen."""
    choices = dict(process["attributes"])
    for attribute in statement["attributes"]:
        choice, offered = choices.pop(attribute["name"], None), start["attributes"].get(attribute["name"])
        if choice is None or offered is None or attribute["required"] != offered["isRequired"]:
            return False
        alias = (attribute.get("aliasId"), attribute.get("aliasText"))
        if "disclosure" in choice:
            digest = encode(sha256(choice["disclosure"].encode()))
            if (attribute["source"], alias, attribute["digest"]) != ("supplied", (None, None), digest):
                return False
        elif attribute["source"] != "stored" or alias not in [
            (offer["id"], offer["text"]) for offer in offered["aliases"] if offer["id"] == choice["aliasId"]
        ]:
            return False
    return not choices


def is_as_begun(process, statement):
    """Returns whether a statement fits what the app asked for, and the parties that are fixed."""
    way, service = process["way"], statement["service"]
    purpose, channel = WAYS.get(way) or (process["purpose"], "api")
    if (statement["purpose"], statement["channel"]) != (purpose, channel):
        return False
    ids = (service["id"], statement["organization"]["id"], statement["role"]["id"])
    has_pin = all("pin" in alternative for alternative in statement["alternatives"])
    built_in = ids[0] in BUILT_IN[:2] and ids[1:] == BUILT_IN[2:] and has_pin and not statement["attributes"]
    declared = not set(ids) & set(BUILT_IN)
    if channel == "api":
        utility = statement.get("utility", {})
        if "invitation" in utility:
            invitation = utility["invitation"]
            if [invitation["organization"], invitation["address"]] != [process["organization"], process["address"]]:
                return False
        if utility.get("factor") != process.get("factor"):
            return False
        if utility.get("activation", {}).get("id") != process.get("target"):
            return False
        return built_in and (service["id"], service["origin"]) == ("xign.account", "app")
    is_own = built_in and service["origin"] == process["url"]
    if purpose == "transaction":
        return is_own
    if way == "inAppStart":
        return declared and (service["id"], service["origin"]) == (process["clientId"], "app")
    if way == "keycloak":
        return declared and service["origin"] == process["keycloak"]
    return declared or is_own


def is_signed(process, start, data):
    """Returns whether the SDK signs a statement."""
    try:
        require_subject(start)
        statement = consent(data)
    except (Refused, ValueError):
        return False
    roles = [role for role in start["roles"] if role["id"] == process["roleId"]]
    names = ["purpose", "channel", "utility", "transaction", "offlineUntil"]
    own = [process["idm"], process["sessionId"], process["activationId"]]
    return (
        is_as_begun(process, statement)
        and all(statement.get(name) == start.get(name) for name in names)
        and [statement["idm"], statement["session"], statement["activationId"]] == own
        and statement["service"] == {name: start["service"][name] for name in ["id", "name", "origin"]}
        and statement["organization"] == {name: start["organization"][name] for name in ["id", "name"]}
        and [statement["role"] | {"alternatives": statement["alternatives"]}] == roles
        and are_same_attributes(process, start, statement)
    )


def check_comparison(vectors):
    processes, starts, statements = vectors.pop("processes"), vectors.pop("starts"), vectors.pop("statements")
    for vector in vectors.pop("cases"):
        start = strict_json(starts[vector["start"]].encode(), 64 * 1024, 10)
        signed = is_signed(processes[vector["process"]], start, decode(statements[vector["statement"]]))
        check(f"comparison: {vector['what']}", signed == vector["isSigned"])
    check("unknown vectors of the comparison", not vectors)


TWELVE = (
    "username nickname givenName familyName birthdate address nationality placeOfBirth gender salutation email "
    "phoneNumber"
).split()


def is_addition(name, attribute, purpose):
    """Returns whether an attribute beyond the twelve is a value or a permission that a device shows."""
    aliases = attribute["aliases"]
    if len(name.encode()) > 64 or name in TWELVE or not attribute["mustBeVerified"]:
        return False
    if attribute["isMissing"] != (not aliases):
        return False
    if attribute["kind"] == "permission":
        return purpose == "login" and not attribute["isRequired"] and len(aliases) == 1
    return attribute["kind"] == "value"


def shown_attributes(answer, shows_additions=True, knows_kind=True):
    """Returns what a device shows of the attributes; None where it ends the process."""
    shown = []
    for name, attribute in answer["attributes"].items():
        has_kind = knows_kind and "kind" in attribute
        entry = {
            "name": name,
            "isRequired": attribute["isRequired"],
            "aliases": [alias["text"] for alias in attribute["aliases"]],
        }
        if not has_kind and name in TWELVE:
            shown.append((0, name.encode(), entry))
        elif has_kind and shows_additions and is_addition(name, attribute, answer["purpose"]):
            place = 2 if attribute["kind"] == "permission" else 1
            shown.append((place, name.encode(), entry | {"kind": attribute["kind"]}))
        elif attribute["isRequired"]:
            return None
    return [entry for _, _, entry in sorted(shown, key=lambda item: item[:2])]


def check_offer(vector):
    answer = strict_json(vector["start"].encode(), 64 * 1024, 10)
    for name, shown in {
        "shown": shown_attributes(answer),
        "shownWithoutAdditions": shown_attributes(answer, shows_additions=False),
        "shownBefore": shown_attributes(answer, shows_additions=False, knows_kind=False),
    }.items():
        check(f"offers: {vector['what']}: {name}", shown == vector.get(name))


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


def written(value):
    """A text or an object of texts as JSON with no other escapes than those that JSON requires."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(name)}:{written(value[name])}" for name in sorted(value)) + "}"
    escaped = re.sub(r'["\\]', r"\\\g<0>", value)
    return '"' + re.sub("[\0-\x1f]", lambda sign: f"\\u{ord(sign[0]):04x}", escaped) + '"'


def is_canonical_address(text):
    try:
        parts = strict_json(text.encode())
        has_members(parts, ["street_address", "locality", "country"], ["postal_code", "region"])
    except Refused:
        return False
    if not all(isinstance(part, str) and 1 <= len(part) <= 200 for part in parts.values()) or written(parts) != text:
        return False
    lines = [*parts.pop("street_address").split("\n"), *parts.values()]
    return all(canonical(line) == line for line in lines) and is_country(parts["country"])


def is_country(text):
    # The vectors have this one of the codes that are no country's.
    return re.fullmatch("[A-Z]{2}", text) is not None and text != "XX"


def is_birthdate(text):
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        return datetime.date(1900, 1, 1) <= datetime.date.fromisoformat(text) <= datetime.date(2026, 12, 31)
    except ValueError:
        return False


def is_mail_address(text):
    before, _, after = text.rpartition("@")
    parts = [*before.split("."), *after.split(".")]
    return (
        not re.search(r'[\s<>,;:\\"()\[\]]', text)
        and "@" not in before
        and all(parts)
        and len(after.split(".")) > 1
        and not any(part[0] == "-" or part[-1] == "-" for part in after.split("."))
        and after == after.lower()
    )


VALUES = {
    "address": is_canonical_address,
    "birthdate": is_birthdate,
    "nationality": is_country,
    "email": is_mail_address,
    "phoneNumber": lambda text: re.fullmatch(r"\+[1-9][0-9]{6,14}", text) is not None,
    "username": lambda text: not any(space in text for space in SPACES),
}


def check_value(vector):
    text, attribute = decode(vector["text"]).decode(), vector["attribute"]
    is_of_attribute = VALUES.get(attribute, lambda text: True)
    is_text = attribute == "address" or canonical(text) == text
    check(f"{attribute}: {vector['what']}", (is_text and is_of_attribute(text)) == vector["isCanonical"])
    if "parts" in vector:
        check(f"text: {vector['what']}", written(vector["parts"]) == text)
        array = ",".join(written(part) for part in [encode(bytes(range(0x60, 0x70))), attribute, text])
        check(f"disclosure: {vector['what']}", encode(f"[{array}]".encode()) == vector["disclosure"])


def material(data):
    """Reads key material as far as it differs from statements, or raises."""
    names = "v idmIdentifier url appLinkOrigins epoch sequence expiresAt rootKeys threshold onlineKey encryptionKeys"
    has_members(strict_json(data), names.split())


READERS = {
    "xign-consent+jws": consent,
    "xign-enrolment+jws": enrolment,
    "xign-key-change+jws": key_change,
    "xign-key-material+jws": material,
}


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
    return sorted(found) == sorted(keys) and is_accepted(READERS[vector["typ"]], decode(vector["payload"]))


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
        "requestNames": check_request_name,
        "statementSecrets": check_statement_secret,
        "inAppSecrets": check_in_app_secret,
        "recognitions": check_recognition,
    }.items():
        for vector in derivations.pop(name):
            function(vector)
    check(f"unknown vectors: {sorted(derivations)}", not derivations)
    for vector in read("text"):
        check_text(vector)
    for vector in read("values"):
        check_value(vector)
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
    check_forms(read("consents"), consent)
    check_forms(read("device-statements"), enrolment, key_change)
    check_comparison(read("comparison"))
    for vector in read("offers"):
        check_offer(vector)
    for vector in read("in-app"):
        check_in_app(vector)
    check_pins(read("pins"))
    for vector in read("ed25519"):
        check_ed25519(vector)
    for failure in failures:
        print(f"Does not agree: {failure}")
    if not failures:
        print(f"All {checked} values agree")
    return 1 if failures else 0


def write_ed25519(folder):
    text = json.dumps(ed25519_vectors(), indent=2, sort_keys=True, separators=(",", " : "))
    (folder / "ed25519.json").write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    action = write_ed25519 if arguments[:1] == ["--write-ed25519"] else main
    folders = [argument for argument in arguments if not argument.startswith("--")]
    sys.exit(action(pathlib.Path(folders[0]) if folders else pathlib.Path(__file__).parent))
