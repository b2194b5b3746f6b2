package org.xign.sdk

/**
 * Sends one request, and converts the failures of the transport.
 *
 * @param peer the server in words, such as "manager".
 * @throws XignSdkException
 * @throws InterruptedException
 */
internal fun Transport.exchange(request: TransportRequest, peer: String, log: XignLog): TransportResponse {
    val start = System.nanoTime()
    val path = request.url.substringAfter("://").substringBefore('?').substringBefore('#').substringAfter('/', "")
    val requestId = request.noteOfRequestId
    // A foreign transport's exception may describe the whole URL, so only its type is named.
    fun note(outcome: String) = log(XignLog.Level.DEBUG) {
        "${request.method} /$path: $outcome in ${elapsed(System.nanoTime() - start)}$requestId"
    }
    try {
        return send(request).also { note("${it.status}") }
    } catch (error: InterruptedException) {
        note("interrupted")
        throw error
    } catch (error: TransportException) {
        note(error.message.orEmpty())
        throw error.asSdkException(request, peer)
    } catch (error: Exception) {
        note(error.javaClass.name)
        throw XignSdkException(
            XignSdkErrorCode.CONNECTION_FAILED, "The $peer could not be reached. $GENERAL_REMEDY", error,
        )
    }
}

private const val GENERAL_REMEDY = "Check the network, then try again."

private fun TransportException.asSdkException(request: TransportRequest, peer: String): XignSdkException = when (this) {
    is TransportException.TimedOut ->
        XignSdkException(XignSdkErrorCode.TIMED_OUT, "The $peer did not answer in time. Try again.", this)
    is TransportException.ResponseTooLarge -> XignSdkException(
        XignSdkErrorCode.RESPONSE_INVALID, "The answer is larger than any answer of a $peer. Do not continue.", this,
    )
    is TransportException.CertificateUntrusted -> XignSdkException(
        XignSdkErrorCode.CERTIFICATE_UNTRUSTED,
        "The certificate of ${hostOf(request.url)} is not trusted: ${problem.description}.", this,
    )
    else -> XignSdkException(
        XignSdkErrorCode.CONNECTION_FAILED, "The $peer could not be reached: $message. $remedy", this,
    )
}

/** The advice to the app's developer. */
private val TransportException.remedy: String
    get() = when (this) {
        is TransportException.NotSecured, is TransportException.NotHttp -> ForeignAnswer.LOG_IN_REMEDY
        is TransportException.Proxy -> "Check the proxy's settings, then try again."
        is TransportException.HostNotFound -> "Check the network and its DNS, then try again."
        else -> GENERAL_REMEDY
    }

private fun hostOf(url: String): String = url.substringAfter("://").takeWhile { it !in "/?#" }

/** True if the request may not have reached the server, so that a retry makes sense. */
internal val XignSdkException.isWithoutAnswer: Boolean
    get() = errorCode == XignSdkErrorCode.CONNECTION_FAILED || errorCode == XignSdkErrorCode.TIMED_OUT

/** Returns a duration in words, for the log. */
internal fun elapsed(nanoseconds: Long): String = "${nanoseconds / 1_000_000} ms"
