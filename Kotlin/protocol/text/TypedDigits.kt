package org.xign.protocol

// Typed numbers (docs/protocol.md, section 0): telephone numbers, PINs and the digits of a page.

/** Returns the value of a decimal digit of any script; null for another character. */
internal fun decimalDigit(codePoint: Int): Int? =
    if (Character.getType(codePoint) == Character.DECIMAL_DIGIT_NUMBER.toInt()) Character.digit(codePoint, 10) else null

/** Returns true for the characters that separate the digits of any number: white space, hyphens and dashes. */
internal fun separatesDigits(codePoint: Int): Boolean = isWhiteSpace(codePoint) || codePoint == 0x2212 ||
    Character.getType(codePoint) == Character.DASH_PUNCTUATION.toInt()

/** The two digits that a page in the browser shows. The description omits them. */
internal class PairingDigits private constructor(val text: String) {
    override fun toString(): String = "two digits"

    companion object {
        /** Reads digits as a person types them; null unless they are two. */
        fun readTyped(typed: String): PairingDigits? =
            TypedDigits.read(typed)?.takeIf { it.length == 2 }?.let(::PairingDigits)
    }
}

/** Digits as people type and paste them. */
internal object TypedDigits {
    /** Returns the ASCII digits of digits with white space and hyphens between them; null for any other text. */
    fun read(typed: String): String? {
        val digits = typed.codePointList().filterNot(::separatesDigits).map { decimalDigit(it) ?: return null }
        return digits.joinToString("")
    }
}
