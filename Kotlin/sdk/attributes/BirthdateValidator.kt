package org.xign.sdk

import java.time.Instant
import java.time.LocalDate
import java.time.ZoneId
import java.time.ZoneOffset
import org.xign.protocol.Birthdate

/**
 * The validator for dates of birth.
 *
 * An `Instant` is a moment, but a birthday is a day: the day of that moment in the validator's [timeZone], by the
 * Gregorian calendar. Date pickers yield such moments.
 *
 * @property timeZone the device's time zone when the authentication was started; pass it to the date picker. It stays
 * fixed: the day that is sent is the day that was picked, even if the device changes its time zone in between.
 */
public class BirthdateValidator internal constructor(
    public val timeZone: ZoneId = ZoneId.systemDefault(), private val now: () -> Instant,
) : AttributeValidator<Instant, BirthdateValidator.ErrorCode> {
    /** The outcome of a check. */
    public enum class ErrorCode : ValidationCode {
        /** The value is accepted. */
        VALID,

        /** There is no value. */
        EMPTY,

        /** The day is in the future. */
        IN_FUTURE,

        /** The day is before [BirthdateValidator.earliest]. */
        TOO_LONG_AGO,
        ;

        override val isValid: Boolean get() = this == VALID
    }

    /** The start of the first accepted day: 1 January 1900. */
    public val earliest: Instant get() = Birthdate.EARLIEST.atStartOfDay(timeZone).toInstant()

    override fun validate(value: Instant?): ErrorCode {
        if (value == null) return ErrorCode.EMPTY
        val now = now()
        if (value.isAfter(now.plusSeconds(2 * SECONDS_OF_DAY))) return ErrorCode.IN_FUTURE
        if (value.isBefore(earliest)) return ErrorCode.TOO_LONG_AGO
        // The manager accepts the days that have begun somewhere on earth.
        val isFuture = day(value) > day(now) || day(value) > now.atOffset(ZoneOffset.ofHours(14)).toLocalDate()
        return if (isFuture) ErrorCode.IN_FUTURE else ErrorCode.VALID
    }

    /** Returns the day as YYYY-MM-DD (OpenID Connect Core 1.0, section 5.1); empty outside of 1800 to 9998. */
    override fun canonical(value: Instant): String = if (value in showable) day(value).toString() else ""

    private fun day(moment: Instant): LocalDate = moment.atZone(timeZone).toLocalDate()

    private companion object {
        const val SECONDS_OF_DAY = 86_400L
        val showable = Instant.ofEpochSecond(-5_364_662_400)..Instant.ofEpochSecond(253_339_228_800)
    }
}
