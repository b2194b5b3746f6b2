package org.xign.protocol

import org.xign.protocol.crypto.sha256

/** The algorithms that seal a request. The key named in the request determines the suite. */
internal enum class SealingSuite(override val word: String, val publicKeyLength: Int, val isAvailable: Boolean) : Word {
    X25519("x25519-sha256-aes256gcm", 32, true),

    /** ML-KEM-768 and X25519, which this implementation does not have yet. Its keys are read and never used. */
    X_WING("xwing-sha256-aes256gcm", 1216, false),
}

/** A public key of the manager to which requests are sealed. */
internal data class EncryptionKey(val suite: SealingSuite, val publicKey: Octets) {
    init { demand(publicKey.size == suite.publicKeyLength, "encryption key") }

    /** The `kid`: the first 8 bytes of a hash of suite and key. */
    val identifier: ByteArray
        get() = sha256("xign/1 kem key".ascii(), lengthPrefixed(suite.word), publicKey.bytes).copyOf(8)
}
