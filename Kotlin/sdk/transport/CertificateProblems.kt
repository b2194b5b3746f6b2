package org.xign.sdk

import java.security.cert.CertPathBuilderException
import java.security.cert.CertificateException
import java.security.cert.CertificateExpiredException
import java.security.cert.CertificateNotYetValidException
import javax.net.ssl.SSLException
import javax.net.ssl.SSLPeerUnverifiedException

/** Returns the problem of a certificate that made TLS fail; null where none did. */
internal fun certificateProblem(error: SSLException): CertificateProblem? {
    val causes = generateSequence<Throwable>(error) { it.cause }.take(MAXIMUM_DEPTH).toList()
    return when {
        causes.any { it is CertificateExpiredException } -> CertificateProblem.EXPIRED
        causes.any { it is CertificateNotYetValidException } -> CertificateProblem.NOT_YET_VALID
        error is SSLPeerUnverifiedException || causes.any(::isAboutNames) -> CertificateProblem.OTHER_HOST
        causes.any { it is CertPathBuilderException || it.message.orEmpty().startsWith("Trust anchor") } ->
            CertificateProblem.UNKNOWN_AUTHORITY
        causes.any { it is CertificateException } -> CertificateProblem.INVALID
        else -> null
    }
}

private const val MAXIMUM_DEPTH = 8

/** Returns true for the exceptions of the JDK's check of a host, which has no class of its own. */
private fun isAboutNames(error: Throwable): Boolean =
    error is CertificateException && error.message.orEmpty().startsWith("No ") && " match" in error.message.orEmpty()
