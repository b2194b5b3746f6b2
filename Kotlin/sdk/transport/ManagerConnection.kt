package org.xign.sdk

import org.xign.protocol.DeviceProver
import org.xign.protocol.DeviceRequest
import org.xign.protocol.EncryptionKey
import org.xign.protocol.MalformedException
import org.xign.protocol.RefusedException
import org.xign.protocol.SealedChannel
import org.xign.protocol.SealedRequest
import org.xign.protocol.SignedKeyMaterial
import org.xign.protocol.UnreadableAnswerException

/**
 * The device's end of the sealed channel to one manager (docs/protocol.md, section 3).
 *
 * Only sealed answers are trusted. An HTTP error is reported with its status and changes nothing on the device.
 */
internal class ManagerConnection(private val device: Device, private val idm: String) {
    /** The id of the call, which each of its requests has ([RequestTrail]). */
    private val requestId: Pair<String, String> = Pair(RequestTrail.HEADER, RequestTrail.begin())
    private val keyMaterials get() = device.keyMaterials
    private val log get() = device.log

    /**
     * Performs one operation, proven by the device key of an activation if one is given.
     *
     * @param read reads the answer inside of the seal.
     * @throws RefusedException for a refusal inside the seal.
     * @throws XignSdkException for any other failure.
     */
    fun <T> perform(request: DeviceRequest, provenBy: ActivationRecord? = null, read: (ByteArray) -> T): T {
        val prover = provenBy?.let { activation ->
            DeviceProver(activation.activationId) { device.deviceSignature(it, activation) }
        }
        fun seal(key: EncryptionKey) = SealedChannel.seal(request.body, request.operation, idm, key, prover)
        val key = encryptionKey()
        var sealed = seal(key)
        var answer = send(sealed, request.operation)
        if (answer.status in 400..499 && answer.status != 429) {
            // The manager may have destroyed the key that we sealed to: look once for newer material.
            val isFetched = fetchKeyMaterialIfThereIsAny()
            val newer = encryptionKey()
            if (newer != key) {
                sealed = seal(newer)
                answer = send(sealed, request.operation)
            } else if (answer.status == 409 && isFetched) {
                throw encryptionKeyUnknown(idm)
            }
        }
        if (answer.status != 200) throw XignSdkHttpException(answer)
        return open(answer, sealed, request.operation, read)
    }

    private fun <T> open(
        answer: TransportResponse, sealed: SealedRequest, operation: String, read: (ByteArray) -> T,
    ): T {
        fun unreadable(cause: Exception) = responseInvalid(
            answer, "The answer is not from the manager, or was altered in transit. Do not continue.", cause,
        )
        try {
            return read(sealed.open(answer.body))
        } catch (error: UnreadableAnswerException) {
            throw unreadable(error)
        } catch (error: MalformedException) {
            throw unreadable(error)
        } catch (error: RefusedException) {
            log(XignLog.Level.DEBUG) { "$operation: the answer is the refusal ${error.code.word}" }
            throw error
        }
    }

    /**
     * Sends a sealed request. Without an answer, sends the same bytes once more; the manager recognizes the repetition.
     *
     * Both tries share one deadline. Any answer ends the exchange, even a bad one.
     */
    private fun send(sealed: SealedRequest, operation: String): TransportResponse {
        val deadline = device.uptime() + TIMEOUT * NANOSECONDS
        fun post(timeout: Long) = exchange(
            TransportRequest(
                "POST", url("/api/device/v1/$operation"),
                listOf("Content-Type" to SealedChannel.CONTENT_TYPE, requestId), sealed.bytes,
                timeoutMilliseconds = timeout,
            ),
        )
        try {
            return post(TIMEOUT_OF_FIRST_TRY)
        } catch (error: XignSdkException) {
            val rest = (deadline - device.uptime()) / NANOSECONDS
            if (!error.isWithoutAnswer || rest <= 0) throw error
            log(XignLog.Level.WARNING) {
                "$operation: sent once more, since no answer came (${error.errorCode}), request ${requestId.second}"
            }
            return post(rest)
        }
    }

    // Key material

    /** Returns an unexpired encryption key of the manager, and fetches newer key material if necessary. */
    private fun encryptionKey(): EncryptionKey {
        fun known() = keyMaterials.chain(idm).current.material.encryptionKey(device.now().epochSecond)
        known()?.let { return it }
        try {
            fetchKeyMaterial()
        } catch (error: XignSdkException) {
            if (error.saysWhoAnswers) throw error
            throw keyMaterialExpired(error)
        }
        return known() ?: throw keyMaterialExpired(null)
    }

    private fun keyMaterialExpired(cause: Exception?) = XignSdkException(
        XignSdkErrorCode.KEY_MATERIAL_EXPIRED,
        "The key material of $idm has expired, without successor. Check network and clock, or update the app.", cause,
    )

    /**
     * Fetches newer key material after a request was refused without a seal. Returns false if none could be fetched,
     * so that the refusal stays the best that is known.
     */
    private fun fetchKeyMaterialIfThereIsAny(): Boolean {
        try {
            fetchKeyMaterial()
        } catch (error: XignSdkException) {
            if (error.saysWhoAnswers) throw error
            log(XignLog.Level.DEBUG) { "no key material was fetched: ${error.errorCode}" }
            return false
        }
        return true
    }

    /** Fetches the successors of the newest known key material, and adopts them. */
    private fun fetchKeyMaterial() {
        val known = keyMaterials.chain(idm).current.material
        val path = "/.well-known/xign/key-material?after=${known.sequence}"
        val answer = exchange(TransportRequest("GET", url(path), listOf(requestId)))
        if (answer.status != 200) throw XignSdkHttpException(answer)
        val documents = try {
            SignedKeyMaterial.readOneOrAll(answer.body)
        } catch (error: MalformedException) {
            throw responseInvalid(answer, "The answer of $idm is not key material.", error)
        }
        if (!keyMaterials.adopt(documents, idm)) return
        val adopted = keyMaterials.chain(idm).current.material
        log(if (adopted.epoch > known.epoch) XignLog.Level.WARNING else XignLog.Level.INFO) {
            "adopted key material ${adopted.sequence} of $idm, epoch ${adopted.epoch}"
        }
    }

    // HTTP

    private fun url(path: String): String = keyMaterials.chain(idm).current.material.url.text + path

    private fun exchange(request: TransportRequest): TransportResponse = device.exchange(request, "manager")

    companion object {
        /** The time limit of a sealed request including its retry, in milliseconds. */
        const val TIMEOUT = 15_000L

        /** The time limit of the first try, in milliseconds. Its connection may be dead. */
        const val TIMEOUT_OF_FIRST_TRY = 10_000L

        /** The number of nanoseconds in a millisecond. */
        private const val NANOSECONDS = 1_000_000L
    }
}

/** True for an error that says more than an outage: the right manager may not answer. */
private val XignSdkException.saysWhoAnswers: Boolean
    get() = errorCode == XignSdkErrorCode.KEY_MATERIAL_INVALID ||
        errorCode == XignSdkErrorCode.CERTIFICATE_UNTRUSTED
