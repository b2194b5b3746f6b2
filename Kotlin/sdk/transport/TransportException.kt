package org.xign.sdk

/** The reason why an exchange has no answer. */
public sealed class TransportException(message: String, cause: Throwable? = null) : Exception(message, cause) {
    /** The body is larger than [TransportRequest.maximumResponseSize]. A retry is useless. */
    public class ResponseTooLarge : TransportException("the answer is too large")

    /** The answer was not complete within the time limit. */
    public class TimedOut : TransportException("no answer in time")

    /** The server's certificate is not trusted; nothing was sent. */
    public class CertificateUntrusted(public val problem: CertificateProblem, cause: Throwable? = null) :
        TransportException("the certificate is not trusted: ${problem.description}", cause)

    /** The answer was not HTTP. */
    public class NotHttp(cause: Throwable? = null) : TransportException("the answer is not HTTP", cause)

    /** The name of the server was not found. */
    public class HostNotFound(cause: Throwable? = null) : TransportException("the host was not found", cause)

    /** The server was not connected to. Nothing was sent. */
    public class NotConnected(cause: Throwable? = null) : TransportException("the server refused or is away", cause)

    /** The connection was cut before it was secured, or what answered does not speak TLS. Nothing was sent. */
    public class NotSecured(cause: Throwable? = null) : TransportException("the connection was not secured", cause)

    /** A proxy stood in the way. Nothing was sent to the server. */
    public class Proxy(message: String, cause: Throwable? = null) : TransportException(message, cause)

    /**
     * The URL is neither `https` nor of this machine, or has a user name, or a header field contains a line break.
     * Nothing was sent.
     */
    public class InvalidRequest : TransportException("the request is not allowed")

    /** Any other failure, such as a lost connection. The text is for logs. */
    public class Failed(message: String, cause: Throwable? = null) : TransportException(message, cause)
}

/**
 * The reason why a certificate is not trusted.
 *
 * @property description the problem in words, to end a sentence such as "The certificate is not trusted:".
 */
public enum class CertificateProblem(public val description: String) {
    /** It was not issued by a trusted authority. */
    UNKNOWN_AUTHORITY("it was not issued by a trusted authority"),

    /** It has expired. */
    EXPIRED("it has expired, or this device's clock is wrong"),

    /** It is not valid yet. */
    NOT_YET_VALID("it is not valid yet, or this device's clock is wrong"),

    /** It belongs to another host. */
    OTHER_HOST("it belongs to another host"),

    /** Any other problem, such as a wrong signature. */
    INVALID("it is invalid"),
}
