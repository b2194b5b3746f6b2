package org.xign.sdk

import org.xign.protocol.AddressText
import org.xign.protocol.Countries
import org.xign.protocol.MalformedException
import org.xign.protocol.TextFlawException

/** The validator for postal addresses. */
public class AddressValidator internal constructor() : AttributeValidator<PostalAddress, AddressValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value. */
        EMPTY,

        /** Street or locality is missing. */
        INCOMPLETE,

        /**
         * A part has more than [AddressValidator.maxLength] characters, or more than four times that number of bytes
         * in UTF-8.
         */
        TOO_LONG,

        /**
         * A part contains an invisible character or too many combining marks on one letter, or a part other than the
         * street contains a line feed.
         */
        INVALID_CHARACTER,

        /** The country is not a two-letter code of ISO 3166-1. */
        UNKNOWN_COUNTRY,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The maximum length of each part, in characters. */
    public val maxLength: Int get() = ADDRESS_PART_LENGTH

    /** Checks an address. Ignores empty lines, and white space at the ends of each part. */
    override fun validate(value: PostalAddress?): ErrorCode {
        if (value == null) return ErrorCode.EMPTY
        if (value.street.canonicalText.isEmpty() || value.locality.canonicalText.isEmpty()) return ErrorCode.INCOMPLETE
        return try {
            addressText(value)
            ErrorCode.VALID
        } catch (_: TextFlawException) {
            ErrorCode.INVALID_CHARACTER
        } catch (_: MalformedException) {
            val isKnown = Countries.canonical(value.country) in Countries.codes
            if (isKnown) ErrorCode.TOO_LONG else ErrorCode.UNKNOWN_COUNTRY
        }
    }

    /**
     * Returns the address as a JSON object with the members of OpenID Connect Core 1.0, section 5.1.1, sorted by name
     * and without white space; the empty string for an invalid address.
     */
    override fun canonical(value: PostalAddress): String = try {
        addressText(value).text
    } catch (_: TextFlawException) {
        ""
    } catch (_: MalformedException) {
        ""
    }

    override fun flaw(value: PostalAddress): InputFlaw? {
        if (value.street.canonicalText.isEmpty()) return InputFlaw(InputFlaw.Kind.STREET_MISSING)
        if (value.locality.canonicalText.isEmpty()) return InputFlaw(InputFlaw.Kind.LOCALITY_MISSING)
        return try {
            addressText(value)
            null
        } catch (error: TextFlawException) {
            InputFlaw.of(error)
        } catch (_: MalformedException) {
            null
        }
    }

    private fun addressText(address: PostalAddress): AddressText = AddressText.typed(
        address.street, address.postalCode, address.locality, address.region.orEmpty(), address.country,
    )
}
