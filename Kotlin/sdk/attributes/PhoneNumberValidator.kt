package org.xign.sdk

import org.xign.protocol.PhoneNumber
import org.xign.protocol.PhoneNumberFlawException

/** The validator for telephone numbers in international form, such as `+49 30 123456` (ITU-T E.164). */
public class PhoneNumberValidator internal constructor() : AttributeValidator<String, PhoneNumberValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value, or only white space. */
        EMPTY,

        /**
         * The value is not `+` followed by 7 to 15 digits, the first of which is not 0. [PhoneNumberValidator.flaw]
         * names a character that is in the way.
         */
        INVALID_FORMAT,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /**
     * Checks a telephone number as people type and copy it: with digits of any script, and spaces, hyphens, dots,
     * slashes and brackets between them.
     */
    override fun validate(value: String?): ErrorCode = when {
        value.orEmpty().canonicalText.isEmpty() -> ErrorCode.EMPTY
        canonical(value.orEmpty()).isEmpty() -> ErrorCode.INVALID_FORMAT
        else -> ErrorCode.VALID
    }

    /** Returns the number as `+` and ASCII digits; the empty string for an invalid number. */
    override fun canonical(value: String): String = try {
        PhoneNumber.canonical(value)
    } catch (_: PhoneNumberFlawException) {
        ""
    }

    override fun flaw(value: String): InputFlaw? {
        if (value.canonicalText.isEmpty()) return null
        return try {
            PhoneNumber.canonical(value)
            null
        } catch (error: PhoneNumberFlawException) {
            InputFlaw.of(error)
        }
    }
}
