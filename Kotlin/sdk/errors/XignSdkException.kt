package org.xign.sdk

import java.time.Instant

/**
 * The exception of every flow. Subclasses have more properties: [XignSdkHttpException], [XignSdkLockoutException],
 * [XignSdkSecurityInsufficientException].
 *
 * Neither an exception nor its description contains a PIN, a key or a token. The message is for the app's developer,
 * in English: show people a text of the app's own, by the code.
 *
 * @property errorCode the code to match on.
 * @property retryAt the moment, by the device's clock, from which the request can succeed; null if the manager named
 * none. It names one with `coolDown`, and may name one with `tooManyRequests`. For a lockout see
 * [XignSdkLockoutException].
 * @property requestId the id of the manager's operation that the flow called last: 32 digits in base16. Null if it
 * called none. The lines of the SDK's and the manager's log about this request have it: show it to people who report
 * the error to their operator. It is random, and names neither person nor device.
 */
public open class XignSdkException internal constructor(
    public val errorCode: XignSdkErrorCode, override val message: String, cause: Throwable? = null,
    public val retryAt: Instant? = null,
) : Exception(message, cause) {
    public val requestId: String? = RequestTrail.last

    /** The code, message and request id, for logs. */
    override fun toString(): String = "$errorCode: $message" + requestId?.let { ", request $it" }.orEmpty()
}

/**
 * The exception for an HTTP error outside of the sealed channel. Its cause is the [ForeignAnswer] that it is, if it is
 * one.
 */
public class XignSdkHttpException internal constructor(answer: TransportResponse, foreign: ForeignAnswer?) :
    XignSdkException(
        XignSdkErrorCode.HTTP_ERROR,
        foreign?.advice(answer.status) ?: "The manager answered with HTTP status ${answer.status}. Try again later.",
        foreign,
    ) {
    internal constructor(answer: TransportResponse) : this(answer, ForeignAnswer.recognize(answer))

    /** The HTTP status code. */
    public val httpStatus: Int = answer.status
}

/**
 * The exception while a lockout is running. The process is over: wait, then start again with new initialization data.
 *
 * @property information the end of the lockout.
 */
public class XignSdkLockoutException internal constructor(public val information: PendingLockoutInformation) :
    XignSdkException(
        XignSdkErrorCode.LOCKOUT,
        if (information.isPermanent) {
            "The activation is locked permanently. Contact the operator."
        } else {
            "The activation is locked until ${information.lockedUntil}."
        },
    )

/**
 * The exception if device or app do not meet the security requirements of the service or the manager.
 *
 * The manager has sent nothing about the account, and the process is over on this device. A login keeps waiting, and
 * an activation is not used up: another device can begin, or this one once its state has changed, with the code that
 * is shown then.
 *
 * @property findings the reasons; empty if the manager names none that this version knows.
 */
public class XignSdkSecurityInsufficientException internal constructor(public val findings: Set<SecurityFinding>) :
    XignSdkException(XignSdkErrorCode.SECURITY_INSUFFICIENT, explanation(findings)) {
    private companion object {
        fun explanation(findings: Set<SecurityFinding>): String {
            if (findings.isEmpty()) {
                return "The manager does not accept the state of this device. Update the app to learn the reason."
            }
            val reasons = SecurityFinding.values().filter { it in findings }.joinToString(" ") { it.explanation }
            return "The manager does not accept the state of this device: $reasons"
        }
    }
}

/** The reason and the remedy, for the app's developer. */
private val SecurityFinding.explanation: String
    get() = when (this) {
        SecurityFinding.ROOTED -> "it is rooted, or the app runs as superuser (run it as an ordinary user)."
        SecurityFinding.HOOKED ->
            "foreign code or a debugger is in the app (remove preloaded libraries, end the debugger)."
        SecurityFinding.UNCHECKED -> "it sent no security check (update the app)."
        SecurityFinding.OUTDATED_SYSTEM -> "its operating system is too old (update it)."
    }

/** The alternative spelling of [XignSdkSecurityInsufficientException] in the XignSys SDK documentation. */
public typealias XignSecurityInsufficientException = XignSdkSecurityInsufficientException
