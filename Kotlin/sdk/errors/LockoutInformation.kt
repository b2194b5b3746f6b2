package org.xign.sdk

import java.time.Instant

/**
 * The duration of a lockout.
 *
 * @property isPermanent true if the activation is locked permanently. Waiting does not help; tell the user.
 */
public sealed class LockoutInformation(public val isPermanent: Boolean, lockedUntil: Instant) {
    /** The end of the lockout by the device's clock; `Instant.MAX` if it is permanent. */
    public val lockedUntil: Instant = if (isPermanent) Instant.MAX else lockedUntil

    /** The end, for logs. Show people a text of the app's own. */
    override fun toString(): String = if (isPermanent) "locked permanently" else "locked until $lockedUntil"
}

/** The duration of a lockout that was already running when the request was made. The process is over. */
public class PendingLockoutInformation internal constructor(isPermanent: Boolean, lockedUntil: Instant) :
    LockoutInformation(isPermanent, lockedUntil)

/** The duration of a lockout that this attempt caused. */
public class LockoutAttemptInformation internal constructor(
    isPermanent: Boolean, lockedUntil: Instant, canResume: Boolean,
) : LockoutInformation(isPermanent, lockedUntil) {
    /**
     * True if the process can continue after the lockout. Otherwise its session ends before the lockout: start again
     * then.
     */
    public val canResume: Boolean = canResume && !isPermanent
}
