package org.xign.protocol.crypto

import org.xign.protocol.MalformedException
import org.xign.protocol.bouncycastle.Ed25519 as BouncyEd25519
import org.xign.protocol.bouncycastle.X25519 as BouncyX25519

// All operations of Curve25519 with secrets. They are Bouncy Castle's, whose time does not depend on the secrets.
// Android has them from no fixed API level. No provider is registered. `Ed25519PublicKey` verifies signatures.

/** Key agreement by X25519 (RFC 7748). */
internal object X25519 {
    const val KEY_LENGTH = 32

    fun generatePrivateKey(): ByteArray = randomBytes(KEY_LENGTH)

    fun publicKey(privateKey: ByteArray): ByteArray {
        require(privateKey.size == KEY_LENGTH)
        return ByteArray(KEY_LENGTH).also { BouncyX25519.generatePublicKey(privateKey, 0, it, 0) }
    }

    /** @throws MalformedException for a public key of another length or of small order. */
    fun agree(privateKey: ByteArray, publicKey: ByteArray): ByteArray {
        require(privateKey.size == KEY_LENGTH)
        if (publicKey.size != KEY_LENGTH) throw MalformedException("X25519 key")
        val secret = ByteArray(KEY_LENGTH)
        if (!BouncyX25519.calculateAgreement(privateKey, 0, publicKey, 0, secret, 0)) {
            throw MalformedException("X25519 key")
        }
        return secret
    }
}

/** A signing key of Ed25519 (RFC 8032). */
internal class Ed25519PrivateKey(seed: ByteArray) {
    private val seed = seed.copyOf()

    init { require(seed.size == SEED_LENGTH) }

    val publicKey: ByteArray by lazy(LazyThreadSafetyMode.PUBLICATION) {
        ByteArray(SEED_LENGTH).also { BouncyEd25519.generatePublicKey(this.seed, 0, it, 0) }
    }

    /** Returns 64 bytes. */
    fun sign(message: ByteArray): ByteArray =
        ByteArray(64).also { BouncyEd25519.sign(seed, 0, message, 0, message.size, it, 0) }

    override fun toString(): String = "private key of Ed25519"

    companion object {
        const val SEED_LENGTH = 32
    }
}
