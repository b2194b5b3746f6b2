package org.xign.protocol

import java.util.Base64

/** Base64url without padding (RFC 4648, section 5): the only text form of bytes in the protocol. */
internal object Base64Url {
    fun encode(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)

    /**
     * Decodes a text in canonical form.
     *
     * Java's decoder also takes padding and ignores trailing bits. The result is therefore encoded again, so that no
     * two texts stand for the same bytes.
     * @throws MalformedException for any other text, and for another number of bytes than [count].
     */
    fun decode(text: String, count: Int? = null): ByteArray {
        val bytes = try {
            Base64.getUrlDecoder().decode(text)
        } catch (_: IllegalArgumentException) {
            throw MalformedException("base64url")
        }
        demand(encode(bytes) == text && (count == null || bytes.size == count), "base64url")
        return bytes
    }
}
