"""The counterpart of InteroperationTests: PyPI's `cryptography`, which contains its own libcrypto.

    interoperation.py check     < values made by Swift: checks them and prints the number of valid ones
    interoperation.py make      > values for Swift to check: keys, signatures and sealed messages
    interoperation.py encodings > random encodings of Ed25519 public keys, each with the result of its validation

All are JSON objects, with bytes in hexadecimal. An invalid value raises an exception.
"""

import hashlib
import json
import os
import sys

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, mlkem, padding, rsa, x25519
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, MLKEM768X25519PrivateKey, MLKEM768X25519PublicKey, Suite
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

INFO = b"info"
AAD = b"aad"
SHA256 = hashes.SHA256()
ECDSA = ec.ECDSA(SHA256)
RAW_PUBLIC = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)
RAW_PRIVATE = (serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption())
DER_PUBLIC = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def suite(kem):
    return Suite(kem, KDF.HKDF_SHA256, AEAD.AES_256_GCM)


SUITES = {
    "x25519": (suite(KEM.X25519), 32),
    "p256": (suite(KEM.P256), 65),
    "xwing": (suite(KEM.MLKEM768_X25519), 1120),
}


def xwing_keys(seed):
    """The two keys expanded from an X-Wing seed (draft-connolly-cfrg-xwing-kem, section 5.2)."""
    expanded = hashlib.shake_256(seed).digest(96)
    return (
        mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]),
        x25519.X25519PrivateKey.from_private_bytes(expanded[64:]),
    )


def hpke_private_key(name, raw):
    if name == "x25519":
        return x25519.X25519PrivateKey.from_private_bytes(raw)
    if name == "p256":
        return ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    return MLKEM768X25519PrivateKey(*xwing_keys(raw))


def check(values):
    data = {name: bytes.fromhex(value) for name, value in values.items()}
    message = data["message"]
    count = 0

    def expect(condition):
        nonlocal count
        if not condition:
            raise SystemExit("a value is wrong")
        count += 1

    def verified(result):
        expect(result is None)  # cryptography's verify functions raise for a wrong signature

    p256 = serialization.load_der_public_key(data["p256.der"])
    for form in ("p256.x963", "p256.compressed"):
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data[form])
        expect(point.public_numbers() == p256.public_numbers())
    verified(p256.verify(data["p256.signature.der"], message, ECDSA))
    r, s = data["p256.signature.raw"][:32], data["p256.signature.raw"][32:]
    verified(p256.verify(encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big")), message, ECDSA))

    verified(
        ed25519.Ed25519PublicKey.from_public_bytes(data["ed25519.public"]).verify(data["ed25519.signature"], message)
    )

    key = serialization.load_pem_private_key(data["rsa.pem"], None)
    verified(key.public_key().verify(data["rsa.signature"], message, padding.PKCS1v15(), SHA256))
    verified(key.public_key().verify(data["rsa.pss"], message, pss(32), SHA256))
    numbers = key.public_key().public_numbers()
    expect(numbers.n == int.from_bytes(data["rsa.n"], "big") and numbers.e == int.from_bytes(data["rsa.e"], "big"))

    for name, cipher in (("gcm", AESGCM), ("chacha", ChaCha20Poly1305)):
        sealed = data[name + ".combined"]
        expect(cipher(data["key"]).decrypt(sealed[:12], sealed[12:], AAD) == message)

    code = hmac.HMAC(data["key"], SHA256)
    code.update(message)
    expect(code.finalize() == data["hmac"])
    salt = data["salt"]
    expect(PBKDF2HMAC(SHA256, 40, salt, 1000).derive(message) == data["pbkdf2"])
    expect(Scrypt(salt, 32, 1 << 12, 8, 1).derive(message) == data["scrypt"])
    expect(HKDF(hashes.SHA512(), 100, salt, INFO).derive(data["key"]) == data["hkdf512"])

    for name, (hpke, _) in SUITES.items():
        if f"hpke.{name}.key" in data:
            private_key = hpke_private_key(name, data[f"hpke.{name}.key"])
            expect(hpke.decrypt(data[f"hpke.{name}.sealed"], private_key, info=INFO) == message)
    print(count)


def pss(salt_length):
    return padding.PSS(padding.MGF1(SHA256), salt_length)


def make():
    message = "Grüße aus Python".encode()
    values = {"message": message}

    key = ec.generate_private_key(ec.SECP256R1())
    values["p256.der"] = key.public_key().public_bytes(*DER_PUBLIC)
    values["p256.x963"] = key.public_key().public_bytes(*POINT)
    values["p256.signature"] = key.sign(message, ECDSA)

    key = ed25519.Ed25519PrivateKey.generate()
    values["ed25519.public"] = key.public_key().public_bytes(*RAW_PUBLIC)
    values["ed25519.signature"] = key.sign(message)

    key = rsa.generate_private_key(65537, 2048)
    for name, encoding in (("pem", serialization.Encoding.PEM), ("der", serialization.Encoding.DER)):
        values["rsa." + name] = key.private_bytes(
            encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    values["rsa.signature"] = key.sign(message, padding.PKCS1v15(), SHA256)
    values["rsa.pss"] = key.sign(message, pss(32), SHA256)
    values["rsa.pss.long"] = key.sign(message, pss(padding.PSS.MAX_LENGTH), SHA256)

    for name, cipher in (("gcm", AESGCM), ("chacha", ChaCha20Poly1305)):
        secret, nonce = os.urandom(32), os.urandom(12)
        values[name + ".key"] = secret
        values[name + ".combined"] = nonce + cipher(secret).encrypt(nonce, message, AAD)

    key = x25519.X25519PrivateKey.generate()
    values["hpke.x25519.key"] = key.private_bytes(*RAW_PRIVATE)
    seal(values, "x25519", key.public_key(), message)
    key = ec.generate_private_key(ec.SECP256R1())
    values["hpke.p256.key"] = key.private_numbers().private_value.to_bytes(32, "big")
    seal(values, "p256", key.public_key(), message)
    seed = os.urandom(32)
    values["hpke.xwing.key"] = seed
    lattice, curve = xwing_keys(seed)
    seal(values, "xwing", MLKEM768X25519PublicKey(lattice.public_key(), curve.public_key()), message)

    json.dump({name: value.hex() for name, value in values.items()}, sys.stdout)


def seal(values, name, public_key, message):
    hpke, length = SUITES[name]
    sealed = hpke.encrypt(message, public_key, info=INFO)
    values[f"hpke.{name}.encapsulated"] = sealed[:length]
    values[f"hpke.{name}.sealed"] = sealed[length:]


# Points of Ed25519 with Python's integers, literally by RFC 8032, section 5.1, independent of the Swift code.
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P


def decode_point(encoding):
    """Decodes a point by RFC 8032, section 5.1.3; None where decoding fails."""
    y, sign = int.from_bytes(encoding, "little") & (2**255 - 1), encoding[31] >> 7
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if v * x * x % P == -u % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if v * x * x % P != u or (x == 0 and sign == 1):
        return None
    return (x if x % 2 == sign else -x % P), y


def double(point):
    x, y = point
    product = D * x * x * y * y % P
    return 2 * x * y * pow(1 + product, -1, P) % P, (y * y + x * x) * pow(1 - product, -1, P) % P


def encodings():
    """Random encodings, about half of them on the curve."""
    judged = {}
    for _ in range(1000):
        encoding = os.urandom(32)
        point = decode_point(encoding)
        judged[encoding.hex()] = point is not None and double(double(double(point))) != (0, 1)
    json.dump(judged, sys.stdout)


if __name__ == "__main__":
    match sys.argv[1]:
        case "check":
            check(json.load(sys.stdin))
        case "make":
            make()
        case "encodings":
            encodings()
