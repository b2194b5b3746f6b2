package org.xign.sdk

import java.time.Instant
import org.xign.protocol.DisplayText

/**
 * The result of a security check. The manager decides for each service whether it is sufficient.
 *
 * It is a signal for the manager's policy and not a control: code that controls the process can hide every sign.
 *
 * @property date the date of the check.
 * @property checkVersion the version of the set of checks; it increases when checks are added.
 * @property osVersion the name and version of the operating system, such as `Debian GNU/Linux 12 (bookworm)`.
 * @property patchLevel the state of the security updates as far as the system reports it.
 * @property isRooted true if there are signs that the app runs with an administrator's rights, or that the device is
 * rooted. False means that no sign was found; it is no proof.
 * @property isHooked true if there are signs of foreign code inside the app, or of a debugger. False means that no sign
 * was found; it is no proof.
 */
public class SecurityCheckResult internal constructor(
    public val date: Instant, public val checkVersion: Int, public val osVersion: String,
    public val patchLevel: String, public val isRooted: Boolean, public val isHooked: Boolean,
) {
    internal companion object {
        /** The version of the set of checks. */
        private const val CHECK_VERSION = 1

        /** Judges signals that were collected at a time. */
        fun judge(signals: SecuritySignals, date: Instant, platform: String): SecurityCheckResult {
            val findings = signals.signs.map { it.finding }
            return SecurityCheckResult(
                date, CHECK_VERSION,
                // The system's own files say it, and the manager shows it to its operator.
                if (DisplayText.isValid(signals.osVersion)) signals.osVersion else platform, signals.patchLevel,
                SecurityFinding.ROOTED in findings, SecurityFinding.HOOKED in findings,
            )
        }
    }
}
