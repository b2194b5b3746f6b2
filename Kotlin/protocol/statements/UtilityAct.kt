package org.xign.protocol

/** An act on an activation or its account that the device itself begins (docs/protocol.md, section 7). */
internal sealed class UtilityAct {
    abstract val purpose: Purpose

    /** The member `utility`; null for an act without data. */
    open val asJson: JsonValue? get() = null

    object ChangePin : UtilityAct() { override val purpose get() = Purpose.CHANGE_PIN }

    object NewActivation : UtilityAct() { override val purpose get() = Purpose.NEW_ACTIVATION }

    object Delete : UtilityAct() { override val purpose get() = Purpose.DELETE }

    /** Adds a factor. The only one in this version is the biometric one. */
    data class AddFactor(val factor: FactorType) : UtilityAct() {
        init { demand(factor == FactorType.BIOMETRIC, "factor") }

        override val purpose get() = Purpose.ADD_FACTOR
        override val asJson: JsonValue get() = json("factor" to json(factor.word))
    }

    /** Revokes another activation of the account. A pending one may lack all but the id. */
    data class Revoke(
        val id: ActivationId, val alias: String?, val platform: String?, val since: Long?,
    ) : UtilityAct() {
        override val purpose get() = Purpose.REVOKE
        override val asJson: JsonValue
            get() = json(
                "activation" to json(
                    "id" to json(id.octets), "alias" to alias?.let(::json), "platform" to platform?.let(::json),
                    "since" to since?.let(::json),
                ),
            )
    }

    /** Accepts an invitation with the existing account. */
    data class Merge(val organization: Party, val address: String, val roles: List<InvitedRole>) : UtilityAct() {
        init { demand(roles.size in 1..16, "roles") }

        override val purpose get() = Purpose.MERGE
        override val asJson: JsonValue
            get() = json(
                "invitation" to json(
                    "organization" to organization.asJson, "address" to json(address),
                    "roles" to json(
                        roles.map { json("service" to json(it.service), "role" to json(it.role)) },
                    ),
                ),
            )
    }

    /** A role that the invited person gets, by the names of service and role. */
    data class InvitedRole(val service: String, val role: String)

    companion object {
        /** @throws MalformedException for a member that is missing or does not belong to the purpose. */
        fun read(purpose: Purpose, utility: JsonValue?): UtilityAct {
            val withoutData = when (purpose) {
                Purpose.CHANGE_PIN -> ChangePin
                Purpose.NEW_ACTIVATION -> NewActivation
                Purpose.DELETE -> Delete
                else -> null
            }
            if (withoutData != null) {
                demand(utility == null, "utility")
                return withoutData
            }
            return Members.closed(utility ?: throw MalformedException("utility")) {
                when (purpose) {
                    Purpose.ADD_FACTOR -> AddFactor(word("factor"))
                    Purpose.REVOKE -> revoke(value("activation"))
                    Purpose.MERGE -> merge(value("invitation"))
                    else -> throw MalformedException("purpose")
                }
            }
        }

        private fun revoke(value: JsonValue): Revoke = Members.closed(value) {
            Revoke(
                activationId("id"), optionalDisplayText("alias"), optionalDisplayText("platform"),
                optionalInteger("since"),
            )
        }

        private fun merge(invitation: JsonValue): Merge = Members.closed(invitation) {
            Merge(Party.read(value("organization")), displayText("address"), list("roles").map(::role))
        }

        private fun role(value: JsonValue): InvitedRole = Members.closed(value) {
            InvitedRole(displayText("service"), displayText("role"))
        }
    }
}
