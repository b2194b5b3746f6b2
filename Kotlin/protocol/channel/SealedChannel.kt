package org.xign.protocol

import java.security.GeneralSecurityException
import org.xign.protocol.crypto.AesGcm
import org.xign.protocol.crypto.Hkdf
import org.xign.protocol.crypto.Hpke
import org.xign.protocol.crypto.HpkeContext
import org.xign.protocol.crypto.sha256

/** An answer that was not made for its request. The reason is not told apart. */
internal class UnreadableAnswerException : Exception("unreadable answer")

/** The activation that proves a request, with a function that signs with its device key: r || s. */
internal class DeviceProver(val activation: ActivationId, val sign: (transcript: ByteArray) -> ByteArray)

/** A sealed request. Its bytes may be sent again as they are. */
internal class SealedRequest(
    val bytes: ByteArray,
    private val encapsulated: ByteArray,
    private val context: HpkeContext,
) {
    /** @throws UnreadableAnswerException for an answer that was not made for this request. */
    fun open(answer: ByteArray): ByteArray = SealedChannel.open(answer, encapsulated, context)
}

/** The sealed channel (docs/protocol.md, section 3). */
internal object SealedChannel {
    const val CONTENT_TYPE = "application/vnd.xign.sealed"
    private const val MAXIMUM_REQUEST_LENGTH = 64 * 1024
    private const val REQUEST_PADDING = 512
    private const val ANSWER_PADDING = 1024
    private const val ANSWER_NONCE_LENGTH = 32

    fun info(idm: String, operation: String, key: ByteArray): ByteArray =
        concat("xign/1 request".ascii(), byteArrayOf(0), lengthPrefixed(idm), lengthPrefixed(operation), key)

    /** Returns the bytes that a device proof signs. */
    fun transcript(
        idm: String, operation: String, activation: ActivationId, encapsulated: ByteArray, body: ByteArray,
    ): ByteArray = concat(
        "xign/1 device-proof".ascii(), byteArrayOf(0), lengthPrefixed(idm), lengthPrefixed(operation),
        activation.octets.bytes, sha256(encapsulated), sha256(body),
    )

    /**
     * Seals a request.
     * @param key a key of a suite that is available.
     * @throws IllegalArgumentException if the sealed request has more than 64 KiB.
     * @throws MalformedException for a key of small order.
     */
    fun seal(
        body: ByteArray, operation: String, idm: String, key: EncryptionKey, prover: DeviceProver? = null,
    ): SealedRequest {
        require(key.suite == SealingSuite.X25519)
        val identifier = key.identifier
        val sender = Hpke.Sender(key.publicKey.bytes, info(idm, operation, identifier))
        val proof = prover?.run { sign(transcript(idm, operation, activation, sender.encapsulated, body)) }
            ?: ByteArray(0)
        val plaintext = concat(lengthPrefixed(proof), u32(body.size.toLong()), body)
        val ciphertext = sender.context.seal(padded(plaintext, REQUEST_PADDING))
        val bytes = concat(byteArrayOf(1), identifier, sender.encapsulated, ciphertext)
        require(bytes.size <= MAXIMUM_REQUEST_LENGTH) { "too large to be sent" }
        return SealedRequest(bytes, sender.encapsulated, sender.context)
    }

    /** @throws UnreadableAnswerException */
    fun open(answer: ByteArray, encapsulated: ByteArray, context: HpkeContext): ByteArray {
        if (answer.size < ANSWER_NONCE_LENGTH) throw UnreadableAnswerException()
        val nonce = answer.copyOf(ANSWER_NONCE_LENGTH)
        val secret = Hkdf.extract(encapsulated + nonce, context.export("xign/1 response", 32))
        val plaintext = try {
            AesGcm.open(
                Hkdf.expand(secret, "key".ascii(), 32), Hkdf.expand(secret, "nonce".ascii(), AesGcm.NONCE_LENGTH),
                answer.copyOfRange(ANSWER_NONCE_LENGTH, answer.size),
            )
        } catch (_: GeneralSecurityException) {
            throw UnreadableAnswerException()
        }
        return unpadded(plaintext) ?: throw UnreadableAnswerException()
    }

    /** Appends zeros up to a multiple. */
    private fun padded(bytes: ByteArray, multiple: Int): ByteArray =
        bytes.copyOf((bytes.size + multiple - 1) / multiple * multiple)

    /** Returns the body of an answer; null for any padding but the shortest one of zeros. */
    private fun unpadded(plaintext: ByteArray): ByteArray? {
        if (plaintext.size < 4) return null
        val count = (0..3).fold(0L) { sum, index -> (sum shl 8) or (plaintext[index].toLong() and 0xff) }
        val end = 4 + count
        if (end > plaintext.size) return null
        val length = (end + ANSWER_PADDING - 1) / ANSWER_PADDING * ANSWER_PADDING
        val isPadded = plaintext.size.toLong() == length &&
            (end.toInt() until plaintext.size).all { plaintext[it].toInt() == 0 }
        return if (isPadded) plaintext.copyOfRange(4, end.toInt()) else null
    }
}
