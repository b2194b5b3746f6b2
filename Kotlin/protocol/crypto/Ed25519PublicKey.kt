package org.xign.protocol.crypto

import java.math.BigInteger

/**
 * A public key of Ed25519 that the protocol allows (docs/protocol.md, section 1): a point of the curve, canonically
 * encoded, and not of small order.
 *
 * It verifies without the cofactor. Bouncy Castle's verification has used the cofactor since 1.76, and would accept
 * signatures that other implementations of the protocol refuse.
 */
internal class Ed25519PublicKey private constructor(private val encoded: ByteArray, point: EdwardsPoint) {
    private val negated = -point

    val bytes: ByteArray get() = encoded.copyOf()

    /** Verifies a signature: the encoding of [S]B - [k]A equals R (RFC 8032, section 5.1.7). */
    fun verifies(signature: ByteArray, message: ByteArray): Boolean {
        if (signature.size != 64) return false
        val r = signature.copyOf(32)
        val s = EdwardsPoint.number(signature.copyOfRange(32, 64))
        if (s >= ORDER) return false
        val k = EdwardsPoint.number(sha512(r, encoded, message)).mod(ORDER)
        return EdwardsPoint.sum(s, EdwardsPoint.BASE, k, negated).encoded().contentEquals(r)
    }

    override fun equals(other: Any?): Boolean = other is Ed25519PublicKey && encoded.contentEquals(other.encoded)

    override fun hashCode(): Int = encoded.contentHashCode()

    override fun toString(): String = "public key of Ed25519"

    companion object {
        private val ORDER =
            BigInteger.ONE.shiftLeft(252) + BigInteger("27742317777372353535851937790883648493")

        /** Reads a key; null for one that the protocol does not allow. */
        fun read(bytes: ByteArray): Ed25519PublicKey? {
            val point = EdwardsPoint.decode(bytes) ?: return null
            return if (point.hasSmallOrder) null else Ed25519PublicKey(bytes.copyOf(), point)
        }
    }
}
