package org.xign.sdk

import java.time.Instant
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException

// Converts the manager's refusals to the exceptions of the SDK.

/**
 * Converts a refusal inside a sealed answer.
 *
 * @param now the time by the device's clock, from which periods count.
 */
internal fun RefusedException.asSdkException(now: Instant): XignSdkException {
    val (errorCode, message) = when (code) {
        ProtocolErrorCode.LOCKED_OUT -> return XignSdkLockoutException(
            PendingLockoutInformation(
                lockout?.isPermanent ?: false, now.plusSeconds(lockout?.remainingSeconds ?: 0),
            ),
        )
        ProtocolErrorCode.SECURITY_INSUFFICIENT -> return XignSdkSecurityInsufficientException(
            findings.mapNotNull { SecurityFinding.of(it.word) }.toSet(),
        )
        ProtocolErrorCode.CLIENT_TOO_OLD -> {
            val version = minimumVersion?.let { "version $it" } ?: "a later version"
            XignSdkErrorCode.CLIENT_TOO_OLD to "The manager requires $version of the SDK. Update the app."
        }
        ProtocolErrorCode.FACTOR_SET_MISMATCH -> return factorSetMismatch()
        ProtocolErrorCode.MALFORMED -> XignSdkErrorCode.REQUEST_REJECTED to
            "The manager did not understand the request. Update the app."
        ProtocolErrorCode.NOT_SUPPORTED -> XignSdkErrorCode.NOT_SUPPORTED to
            "The manager does not offer this operation."
        ProtocolErrorCode.UNAUTHENTICATED, ProtocolErrorCode.SESSION_ENDED -> XignSdkErrorCode.SESSION_ENDED to
            "The session is over. Start again with new initialization data."
        ProtocolErrorCode.WRONG_CHANNEL -> XignSdkErrorCode.SESSION_ENDED to
            "The session was continued in another way. Start again with a new code."
        ProtocolErrorCode.ACTIVATION_UNKNOWN -> XignSdkErrorCode.ACTIVATION_UNKNOWN to
            "The manager no longer knows this activation. Depersonalize and activate again."
        ProtocolErrorCode.ACCOUNT_DISABLED -> XignSdkErrorCode.ACCOUNT_DISABLED to
            "The operator has disabled the account. Keep the activation: it works again once the account is enabled."
        ProtocolErrorCode.ACTIVATION_INVALID -> XignSdkErrorCode.ACTIVATION_UNKNOWN to
            "The activation is unknown, used or expired. Request a new one."
        ProtocolErrorCode.ENROLMENT_REFUSED -> XignSdkErrorCode.ENROLMENT_REJECTED to
            "The manager did not accept the device's keys. Start the process again."
        ProtocolErrorCode.ALREADY_PERSONALIZED -> XignSdkErrorCode.ALREADY_PERSONALIZED to
            "This device already has an activation at this manager."
        ProtocolErrorCode.SESSION_TAKEN -> XignSdkErrorCode.SESSION_TAKEN to
            "Another device has claimed this session. Start again with a new code."
        ProtocolErrorCode.QR_CODE_EXPIRED -> XignSdkErrorCode.QR_CODE_EXPIRED to
            "The QR code has expired. Scan the one that is shown now."
        ProtocolErrorCode.NOT_A_MEMBER -> XignSdkErrorCode.ACCESS_DENIED to
            "The user may not use this service."
        ProtocolErrorCode.ROLE_UNKNOWN -> XignSdkErrorCode.ROLE_MISSING to
            "The user does not hold this role. Select another one."
        ProtocolErrorCode.POLICY_CHANGED -> XignSdkErrorCode.POLICY_CHANGED to
            "Permissions or requirements changed in the meantime. Start again."
        ProtocolErrorCode.STATEMENT_MISMATCH -> XignSdkErrorCode.CONSENT_MISMATCH to
            "The signed statement does not belong to the session. Start again."
        ProtocolErrorCode.TOO_MANY_CORRECTIONS -> XignSdkErrorCode.TOO_MANY_CORRECTIONS to
            "The attributes were wrong too often. Start again."
        ProtocolErrorCode.TOO_MANY_REQUESTS -> XignSdkErrorCode.TOO_MANY_REQUESTS to
            "The manager limits the rate of requests. Try again in a minute."
        ProtocolErrorCode.INTERNAL_ERROR -> XignSdkErrorCode.MANAGER_FAILED to
            "The manager had an internal error. Try again later."
        ProtocolErrorCode.OTHER_ACCOUNT -> XignSdkErrorCode.OTHER_ACCOUNT to
            "The process is for another account than this activation's. Nothing was done."
        ProtocolErrorCode.UNMET_REQUIREMENTS -> XignSdkErrorCode.UNMET_REQUIREMENTS to
            "The user has no role with the kind of authentication that the website requires."
        ProtocolErrorCode.SCAN_REQUIRED -> XignSdkErrorCode.SCAN_REQUIRED to
            "The service takes no QR code's data that were opened. Scan the code with the app."
        ProtocolErrorCode.MAIL_UNAVAILABLE -> XignSdkErrorCode.MAIL_UNAVAILABLE to
            "The manager mails no codes. Show the data instead."
        ProtocolErrorCode.PAIRING_FAILED -> XignSdkErrorCode.PAIRING_FAILED to
            "The digits were not those of the page, so the process is over. Begin again on the page."
        ProtocolErrorCode.NOT_ALLOWED -> XignSdkErrorCode.NOT_ALLOWED to
            "The operator's rules or limits do not allow this."
        ProtocolErrorCode.FACTOR_REFUSED -> XignSdkErrorCode.FACTOR_REFUSED to
            "The activation has the factor already, or the manager does not accept it."
        ProtocolErrorCode.COOL_DOWN -> XignSdkErrorCode.COOL_DOWN to
            "The activation is too new for this. Use an older device, or wait a day."
        ProtocolErrorCode.SAME_PIN -> XignSdkErrorCode.SAME_PIN to
            "The new PIN is the present one. Start again, and choose another PIN."
        ProtocolErrorCode.GRANT_MISMATCH -> XignSdkErrorCode.GRANT_MISMATCH to
            "The permission was granted for something else. Start again."
        ProtocolErrorCode.GRANT_EXPIRED -> XignSdkErrorCode.GRANT_EXPIRED to
            "The permission has expired. Start again."
        ProtocolErrorCode.GRANT_SPENT -> XignSdkErrorCode.GRANT_SPENT to
            "The permission was used before. Start again."
    }
    val isTimed = code == ProtocolErrorCode.TOO_MANY_REQUESTS || code == ProtocolErrorCode.COOL_DOWN
    val retryAt = retryAfterSeconds?.takeIf { isTimed }?.let { now.plusSeconds(boundedSeconds(it)) }
    return XignSdkException(errorCode, message, this, retryAt)
}

/** The seconds for which a lockout still runs. The device adds them to its own clock, which may differ. */
internal val org.xign.protocol.Lockout.remainingSeconds: Long get() = boundedSeconds(retryAfterSeconds ?: 0)

/** The longest period that is added to a clock, in seconds: a thousand years. */
private const val LONGEST_PERIOD = 31_557_600_000L

/** Returns a period that can be added to any clock. */
internal fun boundedSeconds(seconds: Long): Long = seconds.coerceIn(0, LONGEST_PERIOD)
