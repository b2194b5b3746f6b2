package org.xign.sdk

import java.util.Locale

/**
 * The kind of an HTTP answer that no manager gives: what stands between the device and the manager has given it.
 *
 * It is the cause of [XignSdkErrorCode.HTTP_ERROR] and [XignSdkErrorCode.RESPONSE_INVALID] where it is known. Nothing
 * authenticates it: show it, and decide nothing by it.
 *
 * @property kind the kind.
 * @property target scheme and authority of a redirect's target; null where it names none. Path and query may be secret.
 */
public class ForeignAnswer internal constructor(public val kind: Kind, public val target: String? = null) :
    Exception(kind.words + (target?.let { " to $it" } ?: "")) {
    /** The kinds of answers. */
    public enum class Kind(internal val words: String) {
        /** The network asks to log in first: HTTP status 511 (RFC 6585, section 6). */
        NETWORK_LOGIN("a network that asks to log in first"),

        /** A proxy demands a password: HTTP status 407. */
        PROXY_PASSWORD("a proxy that demands a password"),

        /** A redirect. */
        REDIRECT("a redirect"),

        /** A web page, as networks that ask to log in first and proxies send it. */
        PAGE("a web page, perhaps of a network that asks to log in first"),

        /** A gateway in front of the manager, which does not reach it: a web page with a status from 500 to 510. */
        GATEWAY("a gateway that does not reach the manager"),
    }

    /** The message for the app's developer. */
    internal fun advice(status: Int): String {
        val remedy = when (kind) {
            Kind.PROXY_PASSWORD -> "Check the proxy's settings, then try again."
            Kind.GATEWAY -> "The manager may be starting or down: try again later."
            Kind.NETWORK_LOGIN, Kind.REDIRECT, Kind.PAGE -> LOG_IN_REMEDY
        }
        return "Not the manager answered, but something in between: $message (HTTP status $status). $remedy"
    }

    public companion object {
        /** The advice where a network may ask to log in first. */
        internal const val LOG_IN_REMEDY: String =
            "Log in to the network if it asks for that, with a browser, or use another one; then try again."

        private val white = setOf(0x09, 0x0a, 0x0d, 0x20)

        /** Recognizes an answer by its status and its form; null for one that a manager could give. */
        @JvmStatic
        public fun recognize(answer: TransportResponse): ForeignAnswer? {
            val type = answer.headers["content-type"].orEmpty().lowercase(Locale.ROOT)
            val start = answer.body.firstOrNull { it.toInt() !in white }?.toInt()
            val isPage = type.startsWith("text/html") || type.startsWith("application/xhtml+xml")
            return when {
                answer.status == 511 -> ForeignAnswer(Kind.NETWORK_LOGIN)
                answer.status == 407 -> ForeignAnswer(Kind.PROXY_PASSWORD)
                answer.status in 300..399 -> {
                    val target = answer.headers["location"]?.takeIf { "://" in it }
                    ForeignAnswer(Kind.REDIRECT, target?.let { WrongTurn.printable(WrongTurn.origin(it)) })
                }
                answer.status in 500..510 && isPage -> ForeignAnswer(Kind.GATEWAY)
                isPage || (type.isEmpty() && start == '<'.code) -> ForeignAnswer(Kind.PAGE)
                else -> null
            }
        }
    }
}

/** Makes the exception for an answer of status 200 that is none of the manager's. */
internal fun responseInvalid(answer: TransportResponse, message: String, cause: Throwable): XignSdkException {
    val foreign = ForeignAnswer.recognize(answer)
    return XignSdkException(
        XignSdkErrorCode.RESPONSE_INVALID, foreign?.advice(answer.status) ?: message, foreign ?: cause,
    )
}
