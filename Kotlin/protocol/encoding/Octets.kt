package org.xign.protocol

import java.security.MessageDigest

/**
 * Bytes that are compared by value, in a time that depends only on their number.
 *
 * They may be secrets, signatures or public keys of a PIN: the description shows only their number.
 */
internal class Octets(val bytes: ByteArray) {
    val size: Int get() = bytes.size

    override fun equals(other: Any?): Boolean = other is Octets && MessageDigest.isEqual(bytes, other.bytes)

    override fun hashCode(): Int = bytes.contentHashCode()

    override fun toString(): String = "$size bytes"
}

/** The identifier of one authentication process: 16 bytes. */
internal data class SessionId(val octets: Octets) {
    init { require(octets.size == IDENTIFIER_LENGTH) }

    override fun toString(): String = Base64Url.encode(octets.bytes)
}

/** The identifier of the registration of one device for an account: 16 bytes. */
internal data class ActivationId(val octets: Octets) {
    init { require(octets.size == IDENTIFIER_LENGTH) }

    override fun toString(): String = Base64Url.encode(octets.bytes)
}

/** The number of bytes of an identifier. */
internal const val IDENTIFIER_LENGTH = 16
