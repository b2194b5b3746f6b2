package org.xign.sdk

import java.time.Instant
import org.xign.protocol.DeviceRequest
import org.xign.protocol.FactorSigner
import org.xign.protocol.FactorType
import org.xign.protocol.IDENTIFIER_LENGTH
import org.xign.protocol.InitializationData
import org.xign.protocol.InitializationLink
import org.xign.protocol.Jws
import org.xign.protocol.KeyChange
import org.xign.protocol.KeyChangeStatement
import org.xign.protocol.KeyMaterial
import org.xign.protocol.Octets
import org.xign.protocol.ProcessKind
import org.xign.protocol.ProtocolErrorCode
import org.xign.protocol.RefusedException
import org.xign.protocol.StatementType
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.crypto.sha256
import org.xign.protocol.finishUtility
import org.xign.protocol.readFinishUtilityAnswer

/**
 * The request that spends a grant, with what a later call compares: the key of the new PIN, or the proof of the PIN.
 */
internal class ChangeRequest(val request: DeviceRequest, val pin: Octets?)

/**
 * The permission for one change, given by an authentication, with the request that uses it.
 *
 * The request is composed once. After a lost answer the same body is sent again, since the manager recognizes a
 * repetition by grant and body (docs/protocol.md, section 7). Grant and body exist only in memory: stored, a new PIN
 * could be tested with them.
 *
 * @param secret the grant that `finish` returned.
 * @param statement the bytes of the consent statement that was confirmed.
 */
internal class Grant(private val secret: Octets, process: AuthenticationProcess, statement: ByteArray) {
    val device: Device = process.device
    val activation: ActivationRecord = process.activation

    /** The end by the device's clock, which is never before the manager's. */
    val endsAt: Instant = device.now().plusSeconds(LIFETIME)

    private val consentHash = Octets(sha256(statement))
    private var earlier: ChangeRequest? = null
    private var isSpending = false
    private var isSpent = false

    /**
     * Sends the request. After any error, the call can be repeated.
     *
     * @param kind the change that is marked as unanswered until the manager's answer; null to mark none.
     * @param compose returns the request, given that of an earlier call.
     * @return the lifetime of a new activation in seconds; null for another change.
     * @throws XignSdkException `wrongOrder` while another call runs, and after success.
     */
    fun spend(kind: UnansweredChange.Kind? = null, compose: (earlier: ChangeRequest?) -> ChangeRequest): Long? {
        val before = synchronized(this) {
            if (isSpending || isSpent) throw wrongOrder("This object is finished, or another call is finishing it.")
            isSpending = true
            earlier
        }
        try {
            val change = compose(before)
            synchronized(this) { earlier = change }
            val answer = send(change, kind, isRepetition = before != null)
            synchronized(this) {
                isSpent = true
                earlier = null
            }
            return answer
        } finally {
            synchronized(this) { isSpending = false }
        }
    }

    private fun send(change: ChangeRequest, kind: UnansweredChange.Kind?, isRepetition: Boolean): Long? {
        if (kind != null) device.setUnansweredChange(kind, activation)
        fun settle() {
            if (kind != null) device.setUnansweredChange(null, activation)
        }
        try {
            return device.manager(activation.idmIdentifier)
                .perform(change.request, activation, ::readFinishUtilityAnswer).also { settle() }
        } catch (error: RefusedException) {
            // These do not tell if the change was made, the last three where an earlier request was sent.
            val isUnsettled = error.code == ProtocolErrorCode.INTERNAL_ERROR ||
                (isRepetition && error.code in refusalsOfRepetitions)
            if (!isUnsettled) settle()
            throw error
        }
    }

    /**
     * Composes the request for a change, whose statement the device signs, and the new key if there is one.
     *
     * @param newKey signs with the new key.
     * @param pin what a later call compares.
     */
    fun request(
        change: KeyChange, newKey: FactorSigner? = null, pinProof: Octets? = null, pin: Octets? = null,
    ): ChangeRequest {
        val statement = KeyChangeStatement(activation.idmIdentifier, activation.activationId, consentHash, change)
        val deviceKey = FactorSigner(FactorType.DEVICE) { device.deviceSignature(it, activation) }
        val signed =
            Jws.sign(statement.serialized(), StatementType.KEY_CHANGE, listOfNotNull(deviceKey, newKey))
        return ChangeRequest(DeviceRequest.finishUtility(activation.activationId, secret, signed, pinProof), pin)
    }

    // The further activation, from which another device begins.

    private val material: KeyMaterial get() = device.keyMaterials.chain(activation.idmIdentifier).current.material

    /** Draws the id and the secret of a further activation. */
    fun newInitializationData(): InitializationData = InitializationData(
        ProcessKind.PERSONALIZATION, Octets(randomBytes(IDENTIFIER_LENGTH)), Octets(randomBytes(SECRET_LENGTH)),
        material.url,
    )

    /** Returns the App-Link of data; null if the manager has no such links. */
    fun appLink(data: InitializationData): String? =
        material.appLinkOrigins.firstOrNull()?.let { InitializationLink.appLink(data, it) }

    private companion object {
        /** The lifetime of a grant in seconds, from its creation by the manager. */
        const val LIFETIME = 300L

        /** The number of bytes of an activation's secret. */
        const val SECRET_LENGTH = 16

        val refusalsOfRepetitions = setOf(
            ProtocolErrorCode.TOO_MANY_REQUESTS, ProtocolErrorCode.UNAUTHENTICATED, ProtocolErrorCode.GRANT_SPENT,
        )
    }
}
