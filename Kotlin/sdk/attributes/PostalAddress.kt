package org.xign.sdk

import org.xign.protocol.withoutOuterWhiteSpace

/**
 * A postal address (OpenID Connect Core 1.0, section 5.1.1). Its description shows nothing.
 *
 * @property street the street and house number; line feeds separate several lines.
 * @property postalCode the postal code; empty in countries without postal codes.
 * @property locality the town or city.
 * @property country the country as two upper-case letters (ISO 3166-1 alpha-2), such as `DE`.
 * @property region the state, province or region, in countries whose addresses have one.
 */
public class PostalAddress @JvmOverloads constructor(
    public val street: String, public val postalCode: String, public val locality: String, public val country: String,
    public val region: String? = null,
) {
    override fun equals(other: Any?): Boolean = other is PostalAddress && parts == other.parts

    override fun hashCode(): Int = parts.hashCode()

    override fun toString(): String = "PostalAddress"

    private val parts get() = listOf(street, postalCode, locality, country, region)

    public companion object {
        /**
         * Reads an address in one line, such as `Street 1; 51147; Town; DE`, or with a region before the country. The
         * part of the postal code may be empty.
         *
         * @return null unless there are four or five parts between semicolons. [AddressValidator] checks the parts.
         */
        @JvmStatic
        public fun read(line: String): PostalAddress? {
            val parts = line.split(';').map { it.withoutOuterWhiteSpace() }
            if (parts.size !in 4..5) return null
            return PostalAddress(parts[0], parts[1], parts[2], parts.last(), if (parts.size == 5) parts[3] else null)
        }
    }
}
