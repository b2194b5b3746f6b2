package org.xign.protocol

/**
 * A postal address of canonical parts, sent and stored as one text: JSON with the members of OpenID Connect's
 * structured claim (OpenID Connect Core, section 5.1.1).
 *
 * @param street street and house number, in lines separated by line feeds.
 * @param postalCode null in countries without postal codes.
 * @param region null in countries whose addresses have none.
 * @param country two upper-case letters (ISO 3166-1 alpha-2).
 */
internal data class AddressText(
    val street: String, val postalCode: String?, val locality: String, val region: String?, val country: String,
) {
    init {
        val parts = listOfNotNull(postalCode, locality, region)
        demand(street.hasAtMost(MAXIMUM_PART_LENGTH), "street")
        demand(street.split('\n').all { CanonicalText.isCanonical(it, MAXIMUM_PART_LENGTH) }, "street")
        demand(parts.all { CanonicalText.isCanonical(it, MAXIMUM_PART_LENGTH) }, "address")
        demand(country in Countries.codes, "country")
    }

    /** The text that is sent and stored. */
    val text: String
        get() = StrictJson.write(
            json(
                "street_address" to json(street), "postal_code" to postalCode?.let(::json),
                "locality" to json(locality), "region" to region?.let(::json), "country" to json(country),
            ),
        )

    override fun toString(): String = "address"

    companion object {
        private const val MAXIMUM_PART_LENGTH = 200

        private val lineBreak = Regex("\\r\\n|[\\n\\u000b\\f\\r\\u0085\\u2028\\u2029]")

        /**
         * Makes an address of parts as a person types them: with white space at their ends, empty lines, and the
         * country in any case. An empty postal code and an empty region are absent.
         * @throws TextFlawException for a part with a flaw, and for one that is missing.
         * @throws MalformedException for a part that is too long, and for a country that is none.
         */
        fun typed(
            street: String, postalCode: String, locality: String, region: String, country: String,
        ): AddressText {
            fun isEmpty(text: String) = text.withoutOuterWhiteSpace().isEmpty()
            fun optional(text: String) = if (isEmpty(text)) null else CanonicalText.read(text)
            val lines = street.split(lineBreak).filterNot(::isEmpty)
            return AddressText(
                lines.joinToString("\n") { CanonicalText.read(it) }, optional(postalCode), CanonicalText.read(locality),
                optional(region), Countries.canonical(country),
            )
        }

        /** Reads the text of an address; null for any text but the canonical one. */
        fun read(stored: String): AddressText? = try {
            val value = StrictJson.parse(stored.toByteArray(), JsonLimits.STATEMENT)
            val address = Members.closed(value) {
                AddressText(
                    text("street_address"), optionalText("postal_code"), text("locality"), optionalText("region"),
                    text("country"),
                )
            }
            address.takeIf { it.text == stored }
        } catch (_: MalformedException) {
            null
        }
    }
}
