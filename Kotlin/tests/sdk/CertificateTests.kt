package org.xign.sdk

import java.io.IOException
import java.net.InetAddress
import java.security.KeyFactory
import java.security.KeyStore
import java.security.cert.Certificate
import java.security.cert.CertificateFactory
import java.security.spec.PKCS8EncodedKeySpec
import java.util.Base64
import javax.net.ssl.KeyManagerFactory
import javax.net.ssl.SSLContext
import javax.net.ssl.TrustManagerFactory
import kotlin.concurrent.thread
import org.xign.protocol.Checks

/** The transport at servers with certificates of an authority that no platform trusts. */
internal class CertificateTests(private val checks: Checks) {
    private val authority = certificate(AUTHORITY)

    fun run() {
        checks.begin("sdk certificates")
        val trusting = UrlTransport(context(trusted = authority).socketFactory)
        checks.check("an authority that the app has given", "200") { outcome(trusting, RIGHT) }
        val problem = TransportException.CertificateUntrusted::class.java.simpleName
        for ((what, transport, chosen, expected) in listOf(
            Attempt("of an unknown authority", UrlTransport(), RIGHT, CertificateProblem.UNKNOWN_AUTHORITY),
            Attempt("of another host", trusting, OTHER_HOST, CertificateProblem.OTHER_HOST),
            Attempt("that has expired", trusting, EXPIRED, CertificateProblem.EXPIRED),
        )) {
            checks.check("a certificate $what", "$problem $expected") { outcome(transport, chosen) }
        }
    }

    private data class Attempt(
        val what: String, val transport: Transport, val certificate: String, val expected: CertificateProblem,
    )

    /** Sends a request to a server with a certificate. Returns the status, or what went wrong. */
    private fun outcome(transport: Transport, chosen: String): String {
        val server = context(served = certificate(chosen)).serverSocketFactory
            .createServerSocket(0, 1, InetAddress.getLoopbackAddress())
        thread(isDaemon = true) {
            try {
                server.accept().use {
                    it.getInputStream().read(ByteArray(65_536))
                    it.getOutputStream().write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".toByteArray())
                }
            } catch (_: IOException) {
                // The client has refused the certificate.
            }
        }
        return server.use {
            try {
                val request = TransportRequest("GET", "https://localhost:${server.localPort}/")
                "${transport.send(request).status}"
            } catch (error: TransportException.CertificateUntrusted) {
                "${error.javaClass.simpleName} ${error.problem}"
            } catch (error: TransportException) {
                "$error"
            }
        }
    }

    /** Makes an end of TLS: a client that trusts an authority alone, or a server. */
    private fun context(trusted: Certificate? = null, served: Certificate? = null): SSLContext {
        val store = KeyStore.getInstance("PKCS12").apply { load(null, null) }
        if (trusted != null) store.setCertificateEntry("authority", trusted)
        if (served != null) store.setKeyEntry("server", key, password, arrayOf(served))
        val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm())
        if (trusted != null) trust.init(store)
        val keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
        keys.init(store, password)
        return SSLContext.getInstance("TLS").apply {
            init(keys.keyManagers, if (trusted == null) null else trust.trustManagers, null)
        }
    }

    private val password = "test".toCharArray()

    private val key = KeyFactory.getInstance("EC").generatePrivate(PKCS8EncodedKeySpec(Base64.getDecoder().decode(KEY)))

    private fun certificate(text: String): Certificate =
        CertificateFactory.getInstance("X.509").generateCertificate(Base64.getDecoder().decode(text).inputStream())

    private companion object {
        // The authority and its certificates were made for these tests: they are valid until 2126, but for one.
        private const val KEY =
            "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgPvVDgcgCImK6bD35dxtpw5gbUebI6Qmkj1v1NgoVX/ChRANCAASd" +
            "OsVjeUWbM3/P61nQ/ogfgrYDj7MOwwNs0YsftXNYzhe9GeAxhbohaefM65YKtpS/MFh1rhOvB3kbA25jL1mt"

        private const val AUTHORITY =
            "MIIBYTCCAQigAwIBAgIBATAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARUZXN0MCAXDTI2MTEyOTA0MjUyNloYDzIxMjYxMTA1MDQy" +
            "NTI2WjAPMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZqIS0PChKyT/JIjFg4JRR+OlY142RV08TuL7" +
            "+rc2xlJQzoIEqCh5DIn51NKlRmlR5o+wg6MwwylgeZl4Euy+9qNTMFEwHQYDVR0OBBYEFBViNEhKbjA5THKxLtUAiXQAXDJ+MB8G" +
            "A1UdIwQYMBaAFBViNEhKbjA5THKxLtUAiXQAXDJ+MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgSm63D6i8z2Eg" +
            "E8p8kZSchXdIcIj3Dc0JsZXK2cYVpUUCID4SlPGUNvORfjfkbCVSzNAjWAdMTW/tVQfdrhycr+io"

        private const val RIGHT =
            "MIIBazCCARKgAwIBAgIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARUZXN0MCAXDTI2MTEyOTA0MjUyNloYDzIxMjYxMTA1MDQy" +
            "NTI2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASdOsVjeUWbM3/P61nQ/ogfgrYDj7MO" +
            "wwNs0YsftXNYzhe9GeAxhbohaefM65YKtpS/MFh1rhOvB3kbA25jL1mto1gwVjAUBgNVHREEDTALgglsb2NhbGhvc3QwHQYDVR0O" +
            "BBYEFDM2fCVtSzqqa5LBR/QjgBnfho5YMB8GA1UdIwQYMBaAFBViNEhKbjA5THKxLtUAiXQAXDJ+MAoGCCqGSM49BAMCA0cAMEQC" +
            "IFFtN/RAVfJ6eQWqew4ceDRdCGUB21mO8BLtVv6OJZXuAiATUxtXgo6hwD7GEYO3sRh3sdFN/v13RTiTWcuXrwhSLA=="

        private const val OTHER_HOST =
            "MIIBdDCCARqgAwIBAgIBAzAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARUZXN0MCAXDTI2MTEyOTA0MjUyNloYDzIxMjYxMTA1MDQy" +
            "NTI2WjAYMRYwFAYDVQQDDA1vdGhlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnTrFY3lFmzN/z+tZ0P6IH4K2" +
            "A4+zDsMDbNGLH7VzWM4XvRngMYW6IWnnzOuWCraUvzBYda4Trwd5GwNuYy9ZraNcMFowGAYDVR0RBBEwD4INb3RoZXIuZXhhbXBs" +
            "ZTAdBgNVHQ4EFgQUMzZ8JW1LOqprksFH9COAGd+GjlgwHwYDVR0jBBgwFoAUFWI0SEpuMDlMcrEu1QCJdABcMn4wCgYIKoZIzj0E" +
            "AwIDSAAwRQIgIZUdy9Og9En21P0xt7q4MGEfli/zxld5aIPqIoXanr0CIQCyHPzk05wl9UrtN0brZ/GZtK4FXKdYY1qJqWY0e61o" +
            "tg=="

        private const val EXPIRED =
            "MIIBajCCARCgAwIBAgIBBDAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARUZXN0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDEwMjAwMDAw" +
            "MFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEnTrFY3lFmzN/z+tZ0P6IH4K2A4+zDsMD" +
            "bNGLH7VzWM4XvRngMYW6IWnnzOuWCraUvzBYda4Trwd5GwNuYy9ZraNYMFYwFAYDVR0RBA0wC4IJbG9jYWxob3N0MB0GA1UdDgQW" +
            "BBQzNnwlbUs6qmuSwUf0I4AZ34aOWDAfBgNVHSMEGDAWgBQVYjRISm4wOUxysS7VAIl0AFwyfjAKBggqhkjOPQQDAgNIADBFAiAV" +
            "BG5T8FTX6wleQxfJFX+IeTtbpnu46WlOcH53ADmf7AIhAPJqPY4LvqIXGSXwRdKHOL3tjdY1e1qmnXRFGurJ8tru"
    }
}
