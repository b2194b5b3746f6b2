package org.xign.protocol

import java.time.DateTimeException
import java.time.LocalDate

/** A day of the Gregorian calendar without a time zone: `1964-08-12`. */
internal object Birthdate {
    val EARLIEST: LocalDate = LocalDate.of(1900, 1, 1)
    private val form = Regex("([0-9]{4})-([0-9]{2})-([0-9]{2})")

    /** Reads four, two and two digits; null for any other text, and for a day that the calendar does not have. */
    fun read(text: String): LocalDate? {
        val (year, month, day) = form.matchEntire(text)?.destructured ?: return null
        if (year == "0000") return null
        return try {
            LocalDate.of(year.toInt(), month.toInt(), day.toInt())
        } catch (_: DateTimeException) {
            null
        }
    }
}
