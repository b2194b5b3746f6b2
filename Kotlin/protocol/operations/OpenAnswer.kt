package org.xign.protocol

/** The answer to `open`: one of four. */
internal sealed class OpenAnswer {
    /** The answer to the right PIN: the requirements of the enrolment. */
    class Personalize(
        /** The token for `personalizeFinish`: 32 bytes, valid for ten minutes. */
        val openToken: Octets,
        /** The challenge of the enrolment statement, 32 bytes. */
        val challenge: Octets,
        val userName: String,
        /** The name that the activation's maker gave the device. */
        val alias: String?,
        /** The organization that invited the user. */
        val organization: DescribedOrganization?,
        /** The service that the invitation is for. */
        val service: DescribedService?,
        val pinPolicy: PinPolicy,
        /** True if another person knows the activation PIN, so that a new one must be enrolled. */
        val newPinRequired: Boolean,
        val requiredFactors: Set<FactorType>,
        val optionalFactors: Set<FactorType>,
        /** The number of wrong PINs before this one. The user is warned of more than they entered. */
        val wrongPins: Long,
    ) : OpenAnswer()

    /** An invitation of a user who has an activation already: a session bound to it. */
    class Merge(
        val session: SessionId,
        /** The token that claims the session, 32 bytes. */
        val sessionToken: Octets,
        val organization: DescribedOrganization,
        /** The address that the invitation was sent to. */
        val address: String,
    ) : OpenAnswer()

    class WrongPin(val lockout: Lockout) : OpenAnswer()

    /** The activation was used before, at a moment in Unix seconds. If it was not the user, they must be warned. */
    class AlreadyUsed(val at: Long) : OpenAnswer()

    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): OpenAnswer = Answers.read(bytes) {
            exactlyOne(
                optional("personalize")?.let(::personalize), optional("merge")?.let(::merge),
                optional("lockout")?.let { WrongPin(Lockout.read(it)) },
                optionalInteger("alreadyUsedAt")?.let { AlreadyUsed(it) },
            )
        }

        private fun personalize(requirements: JsonValue): Personalize = Members.open(requirements) {
            Personalize(
                openToken = octets("openToken", 32), challenge = octets("challenge", 32),
                userName = displayText("userName"), alias = optionalDisplayText("alias"),
                organization = optional("organization")?.let { DescribedOrganization.read(it) },
                service = optional("service")?.let { DescribedService.read(it) },
                pinPolicy = readPinPolicy(value("pinPolicy")),
                newPinRequired = flag("newPinRequired"), requiredFactors = factors("requiredFactors"),
                optionalFactors = factors("optionalFactors"), wrongPins = count("wrongPins"),
            )
        }

        private fun merge(invitation: JsonValue): Merge = Members.open(invitation) {
            Merge(
                sessionId("sessionId"), octets("sessionToken", 32),
                DescribedOrganization.read(value("organization")), displayText("address"),
            )
        }
    }
}

/** Returns the one of several values that is there. */
internal fun <T : Any> exactlyOne(vararg values: T?): T =
    values.filterNotNull().singleOrNull() ?: throw MalformedException("alternatives")
