package org.xign.sdk

import java.util.Locale
import org.xign.protocol.EmailAddress

/**
 * The validator for mail addresses. It checks the form only; whether the mailbox exists, only a message to it can show.
 */
public class EmailValidator internal constructor() : AttributeValidator<String, EmailValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value, or only white space. */
        EMPTY,

        /** The value does not have the form `name@example.org`, or has more than 64 bytes before the `@`. */
        INVALID_FORMAT,

        /** The value has more than [EmailValidator.maxLength] bytes. */
        TOO_LONG,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The maximum length in bytes of UTF-8: 254 (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
    public val maxLength: Int get() = EmailAddress.MAXIMUM_LENGTH

    override fun validate(value: String?): ErrorCode {
        val text = canonical(value.orEmpty())
        return when {
            text.isEmpty() -> ErrorCode.EMPTY
            text.toByteArray().size > maxLength -> ErrorCode.TOO_LONG
            EmailAddress.isCanonical(text) -> ErrorCode.VALID
            else -> ErrorCode.INVALID_FORMAT
        }
    }

    /** Returns the address without white space at its ends, in normal form C, with the domain in lower case. */
    override fun canonical(value: String): String {
        val text = value.canonicalText
        val at = text.lastIndexOf('@')
        return if (at < 0) text else text.substring(0, at) + text.substring(at).lowercase(Locale.ROOT)
    }

    override fun flaw(value: String): InputFlaw? = InputFlaw.ofName(value)
}
