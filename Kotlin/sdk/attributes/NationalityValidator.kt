package org.xign.sdk

import org.xign.protocol.Countries

/** The validator for nationalities: two-letter country codes (ISO 3166-1 alpha-2), such as `DE`. */
public class NationalityValidator internal constructor() : AttributeValidator<String, NationalityValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value, or only white space. */
        EMPTY,

        /** The value is not a country code. */
        UNKNOWN_COUNTRY,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The accepted codes in alphabetical order, for a list to choose from. */
    public val countries: List<String> get() = Countries.codes.sorted()

    /** Checks a country code, in upper or lower case. */
    override fun validate(value: String?): ErrorCode {
        val code = canonical(value.orEmpty())
        return when {
            code.isEmpty() -> ErrorCode.EMPTY
            code in Countries.codes -> ErrorCode.VALID
            else -> ErrorCode.UNKNOWN_COUNTRY
        }
    }

    /** Returns the code in upper case. */
    override fun canonical(value: String): String = Countries.canonical(value)
}
