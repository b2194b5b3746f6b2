package org.xign.protocol

import org.xign.protocol.crypto.sha256

/** Eight pronounceable words that name the root keys of a manager, for a person to compare. */
internal object Fingerprint {
    private const val CONSONANTS = "bdfghjklmnprstvz"
    private const val VOWELS = "aeio"

    fun of(material: KeyMaterial): String = of(material.idm, material.threshold, material.rootKeys)

    fun of(idm: String, threshold: Long, rootKeys: List<VerificationKey>): String {
        val keys = rootKeys.map { it.key.bytes }.sortedWith { one, other -> compare(one, other) }
        val digest = sha256(
            "xign/1 root fingerprint".ascii(), lengthPrefixed(idm), u64(threshold), *keys.toTypedArray(),
        )
        return (0 until 16 step 2).joinToString("-") { word(unsigned(digest[it]) shl 8 or unsigned(digest[it + 1])) }
    }

    private fun unsigned(byte: Byte): Int = byte.toInt() and 0xff

    private fun compare(one: ByteArray, other: ByteArray): Int {
        val index = one.indices.find { one[it] != other[it] } ?: return 0
        return unsigned(one[index]) - unsigned(other[index])
    }

    private fun word(number: Int): String = buildString {
        append(CONSONANTS[number shr 12])
        append(VOWELS[number shr 10 and 3])
        append(CONSONANTS[number shr 6 and 15])
        append(VOWELS[number shr 4 and 3])
        append(CONSONANTS[number and 15])
    }
}
