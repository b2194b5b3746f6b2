package org.xign.sdk

import org.xign.protocol.Lockout

/**
 * A lockout that the manager has answered, by the device's monotonic clock: setting the device's time does not change
 * it.
 *
 * @param since the moment of the answer, in nanoseconds.
 * @param canResume true if the session outlives the lockout.
 */
internal class KnownLockout(lockout: Lockout, since: Long, canResume: Boolean) {
    private val isPermanent = lockout.isPermanent
    private val length = lockout.remainingSeconds.coerceAtMost(Long.MAX_VALUE / NANOSECONDS)
    private val begin = since
    val canResume: Boolean = canResume && !isPermanent

    fun isRunning(device: Device): Boolean = isPermanent || rest(device) > 0

    /** Returns what the app is told, with the end by the device's clock of now. */
    fun information(device: Device): LockoutAttemptInformation =
        LockoutAttemptInformation(isPermanent, device.now().plusNanos(maxOf(0, rest(device))), canResume)

    private fun rest(device: Device): Long = length * NANOSECONDS - (device.uptime() - begin)

    private companion object {
        /** The number of nanoseconds in a second. */
        const val NANOSECONDS = 1_000_000_000L
    }
}
