package org.xign.protocol.crypto

import java.security.MessageDigest
import java.security.SecureRandom
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import org.xign.protocol.concat

// Algorithms of the Java Cryptography Architecture that every JVM and Android from API level 26 have.

internal fun sha256(vararg parts: ByteArray): ByteArray = MessageDigest.getInstance("SHA-256").digest(concat(*parts))

internal fun sha512(vararg parts: ByteArray): ByteArray = MessageDigest.getInstance("SHA-512").digest(concat(*parts))

/** HMAC with SHA-256. */
internal fun hmac(key: ByteArray, vararg parts: ByteArray): ByteArray {
    val mac = Mac.getInstance("HmacSHA256")
    // Java refuses an empty key. HMAC fills a short key with zeros, so that this one is the same.
    mac.init(SecretKeySpec(if (key.isEmpty()) ByteArray(32) else key, "HmacSHA256"))
    return mac.doFinal(concat(*parts))
}

/** HKDF with SHA-256 (RFC 5869). */
internal object Hkdf {
    fun extract(salt: ByteArray, key: ByteArray): ByteArray = hmac(salt, key)

    fun expand(key: ByteArray, info: ByteArray, count: Int): ByteArray {
        require(count in 1..255 * 32)
        var output = ByteArray(0)
        var block = output
        var index = 1
        while (output.size < count) {
            block = hmac(key, block, info, byteArrayOf(index++.toByte()))
            output += block
        }
        return output.copyOf(count)
    }

    fun derive(key: ByteArray, salt: ByteArray, info: ByteArray, count: Int): ByteArray =
        expand(extract(salt, key), info, count)
}

private val generator = SecureRandom()

/** Draws bytes from the system's generator. */
internal fun randomBytes(count: Int): ByteArray = ByteArray(count).also(generator::nextBytes)
