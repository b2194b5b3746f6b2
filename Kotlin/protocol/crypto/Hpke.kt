package org.xign.protocol.crypto

import org.xign.protocol.ascii
import org.xign.protocol.concat
import org.xign.protocol.u16

/** The keys of one sealed request and its answer. Each direction is used once, so that there are no counters. */
internal class HpkeContext(
    private val key: ByteArray,
    private val nonce: ByteArray,
    private val exporter: (label: ByteArray, count: Int) -> ByteArray,
) {
    fun seal(plaintext: ByteArray): ByteArray = AesGcm.seal(key, nonce, plaintext)

    /** @throws java.security.GeneralSecurityException for a text that was not sealed in this context. */
    fun open(ciphertext: ByteArray): ByteArray = AesGcm.open(key, nonce, ciphertext)

    fun export(label: String, count: Int): ByteArray = exporter(label.ascii(), count)
}

/** HPKE (RFC 9180) in base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. */
internal object Hpke {
    private const val KEM = 0x0020
    private const val KDF = 0x0001
    private const val AEAD = 0x0002
    private val none = ByteArray(0)

    /** @param ephemeral the sender's private key, drawn for this one request. */
    class Sender(publicKey: ByteArray, info: ByteArray, ephemeral: ByteArray = X25519.generatePrivateKey()) {
        val encapsulated: ByteArray = X25519.publicKey(ephemeral)
        val context: HpkeContext =
            keySchedule(sharedSecret(X25519.agree(ephemeral, publicKey), encapsulated, publicKey), info)
    }

    /** Computes the KEM's secret from an agreement (RFC 9180, section 4.1). */
    fun sharedSecret(agreed: ByteArray, encapsulated: ByteArray, publicKey: ByteArray): ByteArray {
        val kdf = LabeledKdf(concat("KEM".ascii(), u16(KEM)))
        return kdf.expand(kdf.extract(none, "eae_prk", agreed), "shared_secret", encapsulated + publicKey, 32)
    }

    /** Computes the key schedule (RFC 9180, section 5.1). */
    fun keySchedule(sharedSecret: ByteArray, info: ByteArray): HpkeContext {
        val kdf = LabeledKdf(concat("HPKE".ascii(), u16(KEM), u16(KDF), u16(AEAD)))
        val schedule = concat(
            byteArrayOf(0), kdf.extract(none, "psk_id_hash", none), kdf.extract(none, "info_hash", info),
        )
        val secret = kdf.extract(sharedSecret, "secret", none)
        val exporter = kdf.expand(secret, "exp", schedule, 32)
        val key = kdf.expand(secret, "key", schedule, 32)
        val nonce = kdf.expand(secret, "base_nonce", schedule, AesGcm.NONCE_LENGTH)
        return HpkeContext(key, nonce) { label, count -> kdf.expand(exporter, "sec", label, count) }
    }
}

/** HKDF with the labels of one suite (RFC 9180, section 4). */
private class LabeledKdf(private val suite: ByteArray) {
    private val version = "HPKE-v1".ascii()

    fun extract(salt: ByteArray, label: String, key: ByteArray): ByteArray =
        Hkdf.extract(salt, concat(version, suite, label.ascii(), key))

    fun expand(key: ByteArray, label: String, info: ByteArray, count: Int): ByteArray =
        Hkdf.expand(key, concat(u16(count), version, suite, label.ascii(), info), count)
}
