"""Decrypts the manager's sealed values in the database, with the key-encryption key."""

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


class Vault:
    """AES-256-GCM, with the place of a value as associated data: column, account, activation, item."""

    def __init__(self, key_encryption_key: bytes):
        self.key_encryption_key = key_encryption_key
        self.sealing_key = self.derived("xign/1 at rest")
        self.manager_secret = self.derived("xign/1 manager secret")

    def derived(self, label: str) -> bytes:
        return HKDF(algorithm=SHA256(), length=32, salt=None, info=label.encode()).derive(self.key_encryption_key)

    def open(self, sealed: bytes, column: str, item: str) -> bytes:
        """Opens a value that belongs to no account and no activation."""
        parts = [column.encode(), b"", b"", item.encode()]
        place = b"".join(len(part).to_bytes(2, "big") + part for part in parts)
        return AESGCM(self.sealing_key).decrypt(sealed[:12], sealed[12:], place)
