package org.xign.sdk

import org.xign.protocol.AttributeName

/**
 * The validator for names of people and places, and for forms of address.
 *
 * White space at the ends is ignored and not sent.
 */
public class NameValidator internal constructor(name: AttributeName) :
    AttributeValidator<String, NameValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /**
         * There is no value, or only white space. Or the value has a character that cannot be seen, or too many
         * combining marks on one letter: [NameValidator.flaw] names the character.
         */
        EMPTY,

        /** The value has fewer than [NameValidator.minLength] characters. */
        TOO_SHORT,

        /**
         * The value has more than [NameValidator.maxLength] characters, or more than four times that number of bytes
         * in UTF-8.
         */
        TOO_LONG,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The minimum length in characters. */
    public val minLength: Int get() = 1

    /** The maximum length in characters. */
    public val maxLength: Int = name.maximumLength

    override fun validate(value: String?): ErrorCode {
        val text = value.orEmpty().canonicalText
        return when {
            text.isEmpty() -> ErrorCode.EMPTY
            text.isLongerThan(maxLength) -> ErrorCode.TOO_LONG
            text.isFlawed -> ErrorCode.EMPTY
            else -> ErrorCode.VALID
        }
    }

    /** Returns the name in normal form C, without white space at its ends. */
    override fun canonical(value: String): String = value.canonicalText

    override fun flaw(value: String): InputFlaw? = InputFlaw.ofName(value)
}
