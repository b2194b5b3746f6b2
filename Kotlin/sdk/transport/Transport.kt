package org.xign.sdk

/**
 * An HTTP client with which the SDK reaches managers.
 *
 * An implementation returns every answer of the server unchanged: it follows no redirect, stores no cookie, and
 * decodes no content coding. It ends an exchange after [TransportRequest.timeoutMilliseconds], and never sends a
 * partial or empty body in place of the given one. It may be called from several threads at the same time.
 */
public interface Transport {
    /**
     * Sends one request and waits for its answer.
     *
     * @throws TransportException the reason why there is no answer. The SDK reports any other exception as
     * [XignSdkErrorCode.CONNECTION_FAILED].
     * @throws InterruptedException when the thread is interrupted; the exchange has ended then.
     */
    @Throws(TransportException::class, InterruptedException::class)
    public fun send(request: TransportRequest): TransportResponse
}

/**
 * One HTTP request.
 *
 * @property method the method, in upper case.
 * @property url the URL.
 * @property headers the header fields, in order.
 * @property body the body, if there is one.
 * @property maximumResponseSize the maximum size of the answer's body, in bytes.
 * @property timeoutMilliseconds the time limit from the start of the exchange to the last byte of the answer.
 */
public class TransportRequest @JvmOverloads constructor(
    public val method: String,
    public val url: String,
    public val headers: List<Pair<String, String>> = listOf(),
    public val body: ByteArray? = null,
    public val maximumResponseSize: Int = 1 shl 20,
    public val timeoutMilliseconds: Long = 15_000,
)

/**
 * One HTTP answer, whatever its status.
 *
 * @property status the status code.
 * @property headers the header fields: names in lower case; several values of one name are joined by ", ".
 * @property body the body; may be empty.
 */
public class TransportResponse @JvmOverloads constructor(
    public val status: Int,
    public val headers: Map<String, String> = mapOf(),
    public val body: ByteArray = ByteArray(0),
)
