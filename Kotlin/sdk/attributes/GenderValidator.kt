package org.xign.sdk

import java.util.Locale
import org.xign.protocol.AttributeName

/**
 * The validator for genders.
 *
 * OpenID Connect defines the values `female` and `male`, and allows any other (OpenID Connect Core 1.0, section 5.1).
 */
public class GenderValidator internal constructor() : AttributeValidator<String, GenderValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value, or only white space. */
        EMPTY,

        /**
         * The value has more than [GenderValidator.maxLength] characters, or more than four times that number of bytes
         * in UTF-8.
         */
        TOO_LONG,

        /** The value has a character that cannot be seen, or too many combining marks on one letter. */
        INVALID_CHARACTER,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The minimum length in characters. */
    public val minLength: Int get() = 1

    /** The maximum length in characters. */
    public val maxLength: Int get() = AttributeName.GENDER.maximumLength

    override fun validate(value: String?): ErrorCode {
        val text = canonical(value.orEmpty())
        return when {
            text.isEmpty() -> ErrorCode.EMPTY
            text.isLongerThan(maxLength) -> ErrorCode.TOO_LONG
            text.isFlawed -> ErrorCode.INVALID_CHARACTER
            else -> ErrorCode.VALID
        }
    }

    /** Returns the text in lower case, without white space at its ends, in normal form C. */
    override fun canonical(value: String): String = value.canonicalText.lowercase(Locale.ROOT).canonicalText

    override fun flaw(value: String): InputFlaw? = InputFlaw.ofName(value)
}
