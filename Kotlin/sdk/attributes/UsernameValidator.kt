package org.xign.sdk

import org.xign.protocol.AttributeName
import org.xign.protocol.withoutWhiteSpace

/** The validator for user names at a manager. */
public class UsernameValidator internal constructor() : AttributeValidator<String, UsernameValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value, or only white space. */
        EMPTY,

        /** The value has fewer than [UsernameValidator.minLength] characters. */
        TOO_SHORT,

        /**
         * The value has more than [UsernameValidator.maxLength] characters, or more than four times that number of
         * bytes in UTF-8.
         */
        TOO_LONG,

        /** The value contains white space, an invisible character, or too many combining marks on one letter. */
        INVALID_CHARACTER,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The minimum length in characters. */
    public val minLength: Int get() = 1

    /** The maximum length in characters. */
    public val maxLength: Int get() = AttributeName.USERNAME.maximumLength

    override fun validate(value: String?): ErrorCode {
        val text = value.orEmpty().canonicalText
        return when {
            text.isEmpty() -> ErrorCode.EMPTY
            text.isLongerThan(maxLength) -> ErrorCode.TOO_LONG
            text.isFlawed || text != text.withoutWhiteSpace() -> ErrorCode.INVALID_CHARACTER
            else -> ErrorCode.VALID
        }
    }

    /** Returns the name without white space at its ends, in normal form C. */
    override fun canonical(value: String): String = value.canonicalText

    override fun flaw(value: String): InputFlaw? = InputFlaw.ofName(value)
}
