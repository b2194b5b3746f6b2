package org.xign.protocol

import java.util.Locale

/** A reason why a typed telephone number is refused. */
internal enum class PhoneNumberFlaw {
    /** The number does not begin with `+` and the country code, has another count of digits, or begins with 0. */
    FORM,

    /** A zero in brackets, which is dialled inside the country only. */
    NATIONAL_PREFIX,
    LETTER,

    /** An extension, such as `;ext=12`. */
    EXTENSION,

    /** A `+` after the beginning. */
    LATER_PLUS,

    /** Any other sign, such as `#`. */
    SIGN,
}

/** A typed telephone number that is refused. */
internal class PhoneNumberFlawException(val flaw: PhoneNumberFlaw, val character: RefusedCharacter? = null) :
    Exception(flaw.name)

/** Telephone numbers in international form (ITU-T E.164): `+4930123456`. */
internal object PhoneNumber {
    private const val MAXIMUM_TYPED_LENGTH = 128
    private val form = Regex("\\+[1-9][0-9]{6,14}")

    /** Returns true for `+` and 7 to 15 digits, the first of which is not 0. */
    fun isCanonical(text: String): Boolean = form.matches(text)

    /**
     * Converts a number as people type and paste it (docs/protocol.md, section 0, "Typed numbers").
     * @throws PhoneNumberFlawException the first flaw from the left.
     */
    fun canonical(typed: String): String {
        val codePoints = typed.withoutOuterWhiteSpace().codePointList()
        if (codePoints.size > MAXIMUM_TYPED_LENGTH) throw PhoneNumberFlawException(PhoneNumberFlaw.FORM)
        val number = StringBuilder()
        for (index in beginning(codePoints) until codePoints.size) {
            val codePoint = codePoints[index]
            if (isOpening(codePoint) && isZeroInBrackets(codePoints.drop(index))) {
                throw flaw(PhoneNumberFlaw.NATIONAL_PREFIX, index, codePoints)
            }
            if (separates(codePoint)) continue
            val digit = decimalDigit(codePoint)
            when {
                digit != null -> number.append(digit)
                isPlus(codePoint) && number.isEmpty() -> number.append('+')
                else -> throw flaw(kindOf(codePoint), index, codePoints)
            }
        }
        if (!isCanonical(number.toString())) throw PhoneNumberFlawException(PhoneNumberFlaw.FORM)
        return number.toString()
    }

    /** Returns the index behind a leading `tel:` (RFC 3966), in any case. */
    private fun beginning(codePoints: List<Int>): Int {
        val start = codePoints.indexOfFirst { !separates(it) }.let { if (it < 0) codePoints.size else it }
        val scheme = codePoints.drop(start).take(4).joinToString("") { String(Character.toChars(it)) }
        return if (scheme.lowercase(Locale.ROOT) == "tel:") start + 4 else 0
    }

    private fun isZeroInBrackets(codePoints: List<Int>): Boolean {
        val end = codePoints.indexOfFirst(::isClosing)
        if (end < 0) return false
        return codePoints.subList(1, end).filterNot(::separates).map(::decimalDigit) == listOf(0)
    }

    private fun flaw(flaw: PhoneNumberFlaw, index: Int, codePoints: List<Int>) =
        PhoneNumberFlawException(flaw, RefusedCharacter.at(index, codePoints))

    private fun kindOf(codePoint: Int): PhoneNumberFlaw = when {
        isPlus(codePoint) -> PhoneNumberFlaw.LATER_PLUS
        codePoint == ';'.code -> PhoneNumberFlaw.EXTENSION
        Character.isAlphabetic(codePoint) -> PhoneNumberFlaw.LETTER
        else -> PhoneNumberFlaw.SIGN
    }

    private fun separates(codePoint: Int): Boolean =
        separatesDigits(codePoint) || isPunctuation(codePoint) || isOpening(codePoint) || isClosing(codePoint)

    /** Returns true for dots, slashes and direction marks. */
    private fun isPunctuation(codePoint: Int): Boolean = when (codePoint) {
        0x2e, 0xb7, 0x2024, 0x30fb, 0xfe52, 0xff0e, 0x2f, 0x2044, 0x2215, 0xff0f -> true
        0x061c, 0x200e, 0x200f, in 0x202a..0x202e, in 0x2066..0x2069 -> true
        else -> false
    }

    private fun isOpening(codePoint: Int): Boolean = codePoint in listOf(0x28, 0x5b, 0x7b, 0xff08, 0xff3b)

    private fun isClosing(codePoint: Int): Boolean = codePoint in listOf(0x29, 0x5d, 0x7d, 0xff09, 0xff3d)

    private fun isPlus(codePoint: Int): Boolean = codePoint == 0x2b || codePoint == 0xfe62 || codePoint == 0xff0b
}
