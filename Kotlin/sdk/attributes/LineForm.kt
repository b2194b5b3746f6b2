package org.xign.sdk

import java.time.Instant
import java.time.ZoneId
import org.xign.protocol.Birthdate
import org.xign.protocol.Countries
import org.xign.protocol.withoutOuterWhiteSpace

/**
 * The form in which the values of an attribute are written in one line.
 *
 * @property lengths the minimum and maximum length in characters; null where the form sets the limits.
 * @property read reads a value; null for a line of another form.
 * @property write returns a valid value in its readable form.
 */
internal class LineForm<Value : Any>(
    val lengths: IntRange?, val read: (String) -> Value?, val write: (Value) -> String,
) {
    companion object {
        fun text(validator: AttributeValidator<String, *>, lengths: IntRange? = null): LineForm<String> =
            LineForm(lengths, { it }, { validator.canonical(it) })

        /** Reads noon of the day in the validator's time zone: no change of clocks is close to it. */
        fun day(validator: BirthdateValidator): LineForm<Instant> =
            LineForm(null, { noon(it, validator.timeZone) }, { validator.canonical(it) })

        private fun noon(line: String, timeZone: ZoneId): Instant? =
            Birthdate.read(line.withoutOuterWhiteSpace())?.atTime(NOON, 0)?.atZone(timeZone)?.toInstant()

        /** Writes the parts between semicolons. An address without a postal code has an empty part in its place. */
        fun address(): LineForm<PostalAddress> = LineForm(null, { PostalAddress.read(it) }, { line(it) })

        private fun line(address: PostalAddress): String {
            val region = address.region?.takeUnless { it.withoutOuterWhiteSpace().isEmpty() }
            val parts = listOfNotNull(
                address.street, address.postalCode, address.locality, region, Countries.canonical(address.country),
            )
            return parts.joinToString("; ") { it.withoutOuterWhiteSpace() }
        }

        private const val NOON = 12
    }
}
