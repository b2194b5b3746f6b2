package org.xign.protocol

import java.util.Locale

/**
 * A character of a typed text that a rule refuses, and its place: so a person finds what cannot be seen.
 *
 * @param name the code point, such as `U+00AD`; before it the character where everybody can see it: `F (U+0046)`.
 */
internal data class RefusedCharacter(val name: String, val place: Place) {
    /** The place of a character in a text without white space at its ends. */
    sealed class Place {
        /** Before everything that can be seen. */
        object Beginning : Place()

        /** After everything that can be seen. */
        object End : Place()

        /** After so many characters (extended grapheme clusters), at least one. */
        data class After(val count: Int) : Place()
    }

    companion object {
        /** Describes the character at an index of code points. */
        fun at(index: Int, codePoints: List<Int>): RefusedCharacter {
            val codePoint = codePoints[index]
            val number = "U+" + codePoint.toString(16).uppercase(Locale.ROOT).padStart(4, '0')
            val before = codePoints.take(index).toIntArray().let { String(it, 0, it.size) }
            val place = when {
                index == 0 -> Place.Beginning
                codePoints.drop(index).all(::isInvisible) -> Place.End
                else -> Place.After(before.characterCount())
            }
            return RefusedCharacter(if (codePoint in 0x21..0x7e) "${codePoint.toChar()} ($number)" else number, place)
        }
    }
}
