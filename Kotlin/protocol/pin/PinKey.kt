package org.xign.protocol

import org.xign.protocol.crypto.Ed25519PrivateKey
import org.xign.protocol.crypto.Hkdf
import org.xign.protocol.crypto.Pbkdf2
import org.xign.protocol.crypto.hmac
import org.xign.protocol.crypto.sha256

/** The rounds of PBKDF2 that both ends agree on for an activation PIN, and a device's own for its PIN. */
internal const val STANDARD_ROUNDS = 600_000

/** The most rounds that a key store reads. */
internal const val MAXIMUM_ROUNDS = 100_000_000L

/** The signing key that a PIN becomes (docs/protocol.md, section 4). */
internal object PinKey {
    const val SALT_LENGTH = 16

    /** Stretches a PIN. It blocks the thread for some hundred milliseconds. */
    fun stretch(pin: Pin, salt: ByteArray, rounds: Int = STANDARD_ROUNDS): ByteArray =
        Pbkdf2.derive(pin.bytes, salt, rounds)

    /**
     * Computes the seed of the key.
     *
     * @param bound the stretched PIN, bound by the key store to a secret of the device: 32 bytes.
     * @param salt 16 bytes, drawn for one activation.
     */
    fun seed(bound: ByteArray, salt: ByteArray, idm: String, activation: ActivationId): ByteArray {
        require(bound.size == 32 && salt.size == SALT_LENGTH)
        val info = concat(
            "xign/1 pin key".ascii(), byteArrayOf(1), lengthPrefixed(idm), activation.octets.bytes,
        )
        return Hkdf.derive(bound, salt, info, Ed25519PrivateKey.SEED_LENGTH)
    }

    /** Derives the signing key of a PIN, right or wrong. */
    fun derive(bound: ByteArray, salt: ByteArray, idm: String, activation: ActivationId): Ed25519PrivateKey =
        Ed25519PrivateKey(seed(bound, salt, idm, activation))

    /** Binds a stretched PIN where keys are files: by a stored secret of 32 bytes. */
    fun bindInSoftware(stretched: ByteArray, secret: ByteArray): ByteArray = hmac(secret, stretched)
}

/** The proof that the device knows the activation PIN, without sending it (docs/protocol.md, section 4). */
internal object ActivationPinProof {
    /** Computes the proof, 32 bytes. It blocks the thread for some hundred milliseconds. */
    fun compute(pin: Pin, secret: Octets, activation: ActivationId, rounds: Int = STANDARD_ROUNDS): Octets {
        val id = activation.octets.bytes
        val salt = sha256("xign/1 activation salt".ascii(), id).copyOf(PinKey.SALT_LENGTH)
        val stretched = PinKey.stretch(pin, salt, rounds)
        return Octets(hmac(secret.bytes, "xign/1 activation pin".ascii(), id, stretched))
    }
}
