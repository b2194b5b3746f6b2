package org.xign.sdk

import java.io.IOException
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import org.xign.protocol.Checks

/** The transport against servers that are silent, slow, or hang up. */
internal class TransportTests(private val checks: Checks) {
    /** A server on a free port, which counts the requests. */
    private class Server(private val handle: Server.(Socket) -> Unit) {
        private val server = ServerSocket(0, 10, InetAddress.getLoopbackAddress())
        private val isClosed = CountDownLatch(1)
        val requests = CopyOnWriteArrayList<String>()

        /** Opens with the first request. */
        val isAsked = CountDownLatch(1)
        val url: String get() = "http://localhost:${server.localPort}/path?secret"

        init {
            thread(isDaemon = true) {
                while (!server.isClosed) serve()
            }
        }

        private fun serve() {
            try {
                val socket = server.accept()
                thread(isDaemon = true) {
                    try {
                        val buffer = ByteArray(65_536)
                        requests += String(buffer, 0, socket.getInputStream().read(buffer))
                        isAsked.countDown()
                        handle(socket)
                        socket.close()
                    } catch (_: IOException) {
                        // The client has gone.
                    }
                }
            } catch (_: IOException) {
                // The test is over.
            }
        }

        /** Answers nothing until the test is over. */
        fun keepSilent() = isClosed.await()

        /** Returns true as soon as the test is over; false if it is not within the pause between two drops. */
        fun isOverSoon(): Boolean = isClosed.await(50, TimeUnit.MILLISECONDS)

        fun close() {
            isClosed.countDown()
            server.close()
        }
    }

    private val transport = UrlTransport()

    private fun post(url: String) =
        TransportRequest("POST", url, body = ByteArray(100), maximumResponseSize = 1000, timeoutMilliseconds = 400)

    private fun text(socket: Socket, text: String) = socket.getOutputStream().write(text.toByteArray())

    /** Sends a request to a server, and checks the outcome and that nothing was sent twice. */
    private fun check(what: String, expected: String, handle: Server.(Socket) -> Unit) {
        val server = Server(handle)
        try {
            checks.check(what, expected) {
                try {
                    transport.send(post(server.url)).run { "$status ${headers["x"]} ${String(body)}" }
                } catch (error: TransportException) {
                    error.javaClass.simpleName
                }
            }
            checks.check("$what: one request", 1) { server.requests.size }
        } finally {
            server.close()
        }
    }

    fun run() {
        checks.begin("sdk transport")
        check("an answer", "200 one, two four") {
            text(it, "HTTP/1.1 200 OK\r\nX: one\r\nContent-Length: 4\r\nx: two\r\n\r\nfour")
        }
        check("an error", "404 null none") { text(it, "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone") }
        // Java keeps no body of this status after a request with one.
        check("a demand for a password", "401 null ") {
            text(it, "HTTP/1.1 401 X\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 4\r\n\r\nnone")
        }
        check("a redirect", "307 null ") {
            text(it, "HTTP/1.1 307 X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n")
        }
        check("a silent server", "TimedOut") { keepSilent() }
        check("a dripping server", "TimedOut") { socket ->
            text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
            while (!isOverSoon()) text(socket, "x")
        }
        check("a long answer", "ResponseTooLarge") {
            text(it, "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + "x".repeat(1001))
        }
        check("a compressed answer", "200 null zip!") {
            text(it, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nzip!")
        }
        check("another protocol than HTTP", "NotHttp") { text(it, "SSH-2.0-OpenSSH\r\n") }
        check("a server that hangs up", "Failed") { }
        cookies()
        refusals()
    }

    private fun cookies() {
        val server = Server { text(it, "HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n") }
        repeat(2) { transport.send(post(server.url)) }
        server.close()
        checks.check("a cookie is not kept", 2) { server.requests.count { "cookie" !in it.lowercase() } }
    }

    private fun refusals() {
        fun outcome(request: TransportRequest): Class<*>? = try {
            transport.send(request)
            null
        } catch (error: TransportException) {
            error.javaClass
        }
        val invalid = TransportException.InvalidRequest::class.java
        checks.check("plain HTTP", invalid) { outcome(post("http://example.org/")) }
        checks.check("another host", invalid) { outcome(post("http://localhost.example.org/")) }
        for (user in listOf("localhost:80", "localhost", "")) {
            checks.check("another host behind the user $user", invalid) { outcome(post("http://$user@evil.example/")) }
            checks.check("the user $user of this machine", invalid) { outcome(post("http://$user@localhost:1/")) }
        }
        checks.check("no URL", invalid) { outcome(post("localhost")) }
        checks.check("a line break", invalid) {
            outcome(TransportRequest("GET", "https://localhost/", listOf("A" to "b\r\nc: d")))
        }
        val free = ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { it.localPort }
        checks.check("nobody listens", TransportException.NotConnected::class.java) {
            outcome(post("http://localhost:$free/"))
        }
        val silent = Server { keepSilent() }
        var error: Exception? = null
        val worker = thread {
            try {
                transport.send(post(silent.url))
            } catch (caught: Exception) {
                error = caught
            }
        }
        silent.isAsked.await()
        worker.interrupt()
        worker.join()
        silent.close()
        checks.check("an interruption", error is InterruptedException)
    }
}
