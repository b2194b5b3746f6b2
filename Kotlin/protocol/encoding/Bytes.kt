package org.xign.protocol

// The notation of docs/protocol.md, section 0. All integers are big-endian.

/** Joins bytes. */
internal fun concat(vararg parts: ByteArray): ByteArray {
    val result = ByteArray(parts.sumOf { it.size })
    var end = 0
    for (part in parts) {
        part.copyInto(result, end)
        end += part.size
    }
    return result
}

private fun integer(value: Long, count: Int): ByteArray =
    ByteArray(count) { (value shr (8 * (count - 1 - it))).toByte() }

internal fun u16(value: Int): ByteArray {
    require(value in 0..0xffff)
    return integer(value.toLong(), 2)
}

internal fun u32(value: Long): ByteArray = integer(value, 4)

internal fun u64(value: Long): ByteArray = integer(value, 8)

/** Prefixes bytes with their number: LP. */
internal fun lengthPrefixed(bytes: ByteArray): ByteArray = u16(bytes.size) + bytes

internal fun lengthPrefixed(text: String): ByteArray = lengthPrefixed(text.toByteArray())

/** Returns the bytes of a label. */
internal fun String.ascii(): ByteArray = toByteArray(Charsets.US_ASCII)
