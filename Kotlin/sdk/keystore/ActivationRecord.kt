package org.xign.sdk

import org.xign.protocol.ActivationId
import org.xign.protocol.FactorType
import org.xign.protocol.JsonLimits
import org.xign.protocol.JsonValue
import org.xign.protocol.MalformedException
import org.xign.protocol.Members
import org.xign.protocol.Octets
import org.xign.protocol.StrictJson
import org.xign.protocol.Word
import org.xign.protocol.asWord
import org.xign.protocol.json

/**
 * The stored record of an activation on this device. It contains no keys, and nothing that depends on the PIN
 * (docs/protocol.md, section 10). The form is that of the SDK for Swift.
 *
 * @param openTokenHash the SHA-256 of the open token with which the keys are enrolled. It identifies the attempt: keys
 * sign for one token only, so they can never be enrolled after the manager has ended it.
 * @param pendingFactor the factor that is being added; null if there is none.
 * @param unansweredChange the change that was sent, and whose answer is missing; null if there is none.
 * @param acknowledgedNotice the number of the newest notice that the app has acknowledged.
 */
internal data class ActivationRecord(
    val idmIdentifier: String,
    val activationId: ActivationId,
    val state: State,
    val userName: String?,
    val alias: String?,
    val factors: List<FactorType>,
    val openTokenHash: Octets?,
    val pendingFactor: PendingFactor? = null,
    val unansweredChange: UnansweredChange.Kind? = null,
    val acknowledgedNotice: Long? = null,
) {
    /** The state of the personalization. */
    enum class State(override val word: String) : Word {
        /** The keys exist on the device. The operation `status` tells whether the manager has them. */
        PENDING("pending"),

        /** The manager has the keys. */
        ACTIVE("active"),
    }

    /** The label of the activation's keys in the key store. */
    val label: KeyStoreLabel get() = KeyStoreLabel(idmIdentifier, activationId.octets.bytes)

    /** Returns true if both records belong to the same attempt, and therefore to the same keys. */
    fun isSameAttempt(other: ActivationRecord): Boolean = idmIdentifier == other.idmIdentifier &&
        activationId == other.activationId && openTokenHash == other.openTokenHash

    /** Returns the active record, with the properties that the manager reports. */
    fun activated(userName: String, alias: String, factors: Set<FactorType>): ActivationRecord =
        copy(state = State.ACTIVE, userName = userName, alias = alias, factors = factors.sorted())

    fun serialized(): ByteArray = StrictJson.serialize(
        json(
            "v" to json(1), "idmIdentifier" to json(idmIdentifier), "activationId" to json(activationId.octets),
            "state" to json(state.word), "userName" to userName?.let(::json), "alias" to alias?.let(::json),
            "factors" to json(factors.map { json(it.word) }), "openTokenHash" to openTokenHash?.let(::json),
            "pendingFactor" to pendingFactor?.asJson, "unansweredChange" to unansweredChange?.let { json(it.word) },
            "acknowledgedNotice" to acknowledgedNotice?.let(::json),
        ),
    )

    companion object {
        /** @throws MalformedException for a record that is damaged, and for one of a later version. */
        fun read(content: ByteArray): ActivationRecord =
            Members.open(StrictJson.parse(content, JsonLimits.MESSAGE)) {
                version()
                ActivationRecord(
                    text("idmIdentifier"), activationId("activationId"), word("state"), optionalText("userName"),
                    optionalText("alias"), list("factors").map { it.asWord<FactorType>("factors") },
                    optionalOctets("openTokenHash", 32), optional("pendingFactor")?.let { PendingFactor.read(it) },
                    optionalText("unansweredChange")?.let { changeKind(it) },
                    optionalInteger("acknowledgedNotice"),
                )
            }
    }
}

/**
 * A factor whose key exists on this device, while it is not known whether the manager has it.
 *
 * @param publicKey the factor's public key, which does not depend on a PIN.
 * @param grantEndsAt the end of the grant with which the key is enrolled, in Unix seconds by the device's clock. The
 * manager adds no factor by it afterwards.
 */
internal data class PendingFactor(val factor: FactorType, val publicKey: Octets, val grantEndsAt: Long) {
    val asJson: JsonValue
        get() = json(
            "factor" to json(factor.word), "publicKey" to json(publicKey), "grantEndsAt" to json(grantEndsAt),
        )

    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): PendingFactor = Members.open(value) {
            PendingFactor(word("factor"), octets("publicKey"), integer("grantEndsAt"))
        }
    }
}

private fun changeKind(word: String): UnansweredChange.Kind =
    UnansweredChange.Kind.of(word) ?: throw MalformedException("unansweredChange")
