package org.xign.sdk

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.net.ConnectException
import java.net.HttpURLConnection
import java.net.MalformedURLException
import java.net.NoRouteToHostException
import java.net.SocketTimeoutException
import java.net.URL
import java.net.UnknownHostException
import java.util.Locale
import java.util.concurrent.CancellationException
import java.util.concurrent.ExecutionException
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit
import java.util.concurrent.TimeoutException
import javax.net.ssl.HttpsURLConnection
import javax.net.ssl.SSLException
import javax.net.ssl.SSLSocketFactory

/**
 * The transport by the platform's `HttpURLConnection`: the default on the JVM and on Android.
 *
 * Proxies are those of the platform. It sets nothing that other code of the process would see.
 *
 * @param socketFactory the maker of TLS connections, for a private installation whose authority the platform does not
 * trust; null for the platform's own.
 */
public class UrlTransport @JvmOverloads constructor(
    private val socketFactory: SSLSocketFactory? = null,
) : Transport {
    override fun send(request: TransportRequest): TransportResponse {
        val exchange = UrlExchange(request, socketFactory)
        val task = FutureTask(exchange::run)
        Thread(task, "XignSDK exchange").apply { isDaemon = true }.start()
        try {
            return task.get(request.timeoutMilliseconds, TimeUnit.MILLISECONDS)
        } catch (_: TimeoutException) {
            exchange.end()
            throw TransportException.TimedOut()
        } catch (error: InterruptedException) {
            exchange.end()
            throw error
        } catch (error: ExecutionException) {
            throw asTransportException(error.cause ?: error)
        } catch (error: CancellationException) {
            throw TransportException.Failed("cancelled", error)
        }
    }
}

/** The names of this machine. */
private val ownHosts = setOf("localhost", "127.0.0.1", "[::1]")

/** An exchange, which another thread can end. */
private class UrlExchange(private val request: TransportRequest, private val socketFactory: SSLSocketFactory?) {
    @Volatile private var connection: HttpURLConnection? = null
    @Volatile private var isEnded = false

    fun end() {
        isEnded = true
        connection?.disconnect()
    }

    fun run(): TransportResponse {
        val connection = allowedUrl().openConnection() as HttpURLConnection
        this.connection = connection
        if (isEnded) throw TransportException.TimedOut()
        if (socketFactory != null && connection is HttpsURLConnection) connection.sslSocketFactory = socketFactory
        prepare(connection)
        val status = try {
            request.body?.let { body -> connection.outputStream.use { it.write(body) } }
            connection.responseCode
        } catch (error: IOException) {
            connection.disconnect()
            throw error
        }
        if (status < 0) throw TransportException.NotHttp()
        val stream = if (status >= 400) connection.errorStream else connection.inputStream
        return TransportResponse(status, headers(connection), stream?.use(::read) ?: ByteArray(0))
    }

    /** Returns the URL as the platform reads it. Plain HTTP is allowed to this machine alone. */
    private fun allowedUrl(): URL {
        val url = try {
            URL(request.url)
        } catch (_: MalformedURLException) {
            throw TransportException.InvalidRequest()
        }
        val isSecure = url.protocol == "https" || url.protocol == "http" && url.host in ownHosts
        val texts = request.headers.flatMap { listOf(it.first, it.second) }
        if (!isSecure || url.userInfo != null || texts.any { '\r' in it || '\n' in it }) {
            throw TransportException.InvalidRequest()
        }
        return url
    }

    private fun prepare(connection: HttpURLConnection) {
        val timeout = request.timeoutMilliseconds.coerceIn(1, Int.MAX_VALUE.toLong()).toInt()
        connection.connectTimeout = timeout
        connection.readTimeout = timeout
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        connection.requestMethod = request.method
        // A compressed answer could be larger than its limit.
        connection.setRequestProperty("Accept-Encoding", "identity")
        for ((name, value) in request.headers) connection.setRequestProperty(name, value)
        val body = request.body ?: return
        connection.doOutput = true
        // A body of a fixed length is not sent again by the platform.
        connection.setFixedLengthStreamingMode(body.size)
    }

    /** Returns the header fields in the order of the answer, which the platform's map of them reverses. */
    private fun headers(connection: HttpURLConnection): Map<String, String> {
        val headers = HashMap<String, String>()
        for (index in generateSequence(0) { it + 1 }) {
            val value = connection.getHeaderField(index) ?: break
            // The status line has no name.
            val name = connection.getHeaderFieldKey(index)?.lowercase(Locale.ROOT) ?: continue
            headers[name] = headers[name]?.let { "$it, $value" } ?: value
        }
        return headers
    }

    private fun read(stream: InputStream): ByteArray {
        val content = ByteArrayOutputStream()
        val buffer = ByteArray(16 * 1024)
        while (true) {
            val count = stream.read(buffer)
            if (count < 0) return content.toByteArray()
            if (content.size() + count > request.maximumResponseSize) throw TransportException.ResponseTooLarge()
            content.write(buffer, 0, count)
        }
    }
}

/** Converts a failure of the platform. The texts of the platform name hosts, and neither query nor body. */
private fun asTransportException(error: Throwable): TransportException = when (error) {
    is TransportException -> error
    is SocketTimeoutException -> TransportException.TimedOut()
    is UnknownHostException -> TransportException.HostNotFound(error)
    is ConnectException, is NoRouteToHostException -> TransportException.NotConnected(error)
    is SSLException -> certificateProblem(error)?.let { TransportException.CertificateUntrusted(it, error) }
        ?: TransportException.NotSecured(error)
    is IOException -> failure(error)
    else -> TransportException.Failed(error.javaClass.name, error)
}

private fun failure(error: IOException): TransportException {
    val message = error.message.orEmpty()
    return when {
        message.startsWith("Unable to tunnel through proxy") ->
            TransportException.Proxy("the proxy refuses the connection", error)
        message.startsWith("Invalid Http response") -> TransportException.NotHttp(error)
        else -> TransportException.Failed("the connection was lost", error)
    }
}
