package org.xign.sdk

/**
 * Logs the failure of a function by its code, and its message too where it needs attention. The cause is left out,
 * since the app's transport, key store or gate may have made it.
 */
internal fun XignLog.failure(error: XignSdkException, name: String, nanoseconds: Long? = null) {
    val time = nanoseconds?.let { " in ${elapsed(it)}" }.orEmpty()
    val request = error.requestId?.let { ", request $it" }.orEmpty()
    val level = error.logLevel
    val message = if (level < XignLog.Level.INFO) ": ${error.message}" else ""
    invoke(level) { "$name: ${error.errorCode}$time$request$message" }
}

/** `ERROR` for what must never happen, `WARNING` for what the developer or the operator should look into. */
private val XignSdkException.logLevel: XignLog.Level
    get() = when (errorCode) {
        XignSdkErrorCode.CONSENT_MISMATCH, XignSdkErrorCode.RESPONSE_INVALID, XignSdkErrorCode.KEY_MATERIAL_INVALID,
        XignSdkErrorCode.UNEXPECTED,
        -> XignLog.Level.ERROR
        XignSdkErrorCode.STORAGE_FAILED ->
            if (cause is KeyStoreException.Unusable) XignLog.Level.ERROR else XignLog.Level.WARNING
        XignSdkErrorCode.CERTIFICATE_UNTRUSTED, XignSdkErrorCode.ENCRYPTION_KEY_UNKNOWN -> XignLog.Level.WARNING
        else -> XignLog.Level.INFO
    }
