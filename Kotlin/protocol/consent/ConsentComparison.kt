package org.xign.protocol

/** A statement that differs from what the user saw. Nothing was signed. */
internal class ConsentMismatchException : Exception("the statement differs from what was shown")

/** The user's choice for one attribute that is released. */
internal sealed class AttributeChoice {
    abstract val isRequired: Boolean

    /** Returns the attribute as a statement must name it. The device does not know the digest of a stored value. */
    abstract fun stated(name: String, digest: Octets): StatedAttribute

    /** The one stored value. */
    class Confirmed(override val isRequired: Boolean) : AttributeChoice() {
        override fun stated(name: String, digest: Octets) =
            StatedAttribute(name, isRequired, StatedAttribute.Source.STORED, null, null, digest)
    }

    /** One of several stored values, by the name that the user saw. */
    class Alias(override val isRequired: Boolean, val id: String, val text: String) : AttributeChoice() {
        override fun stated(name: String, digest: Octets) =
            StatedAttribute(name, isRequired, StatedAttribute.Source.STORED, id, text, digest)
    }

    /** A value that the user has entered. */
    class Supplied(override val isRequired: Boolean, val disclosureDigest: Octets) : AttributeChoice() {
        override fun stated(name: String, digest: Octets) =
            StatedAttribute(name, isRequired, StatedAttribute.Source.SUPPLIED, null, null, disclosureDigest)
    }
}

/** A process whose answer to `start` was given to the app. */
internal class ShownProcess(
    private val answer: StartAnswer,
    private val idm: String,
    private val session: SessionId,
    private val activation: ActivationId,
) {
    /**
     * Checks that a statement says exactly what the user saw and chose, and reads it.
     *
     * Challenge, times and policy version are the manager's: the device does not know them.
     * @param choices the choices of the attributes that are released, by name.
     * @throws ConsentMismatchException
     */
    fun check(bytes: ByteArray, role: DescribedRole, choices: Map<String, AttributeChoice>): ConsentStatement {
        val statement = readToBeSigned(bytes)
        val attributes = statement.attributes.map { attribute ->
            choices[attribute.name]?.stated(attribute.name, attribute.digest) ?: throw ConsentMismatchException()
        }
        // Every member is named here, so that none can be forgotten.
        val shown = ConsentStatement(
            subject = answer.subject, channel = answer.channel, idm = idm, session = session,
            challenge = statement.challenge, issuedAt = statement.issuedAt, expiresAt = statement.expiresAt,
            activation = activation,
            service = StatedService(answer.service.id, answer.service.name, answer.service.origin),
            organization = Party(answer.organization.id, answer.organization.name),
            role = Party(role.id, role.name), alternatives = role.alternatives, attributes = attributes,
            policyVersion = statement.policyVersion,
        )
        if (statement != shown || attributes.size != choices.size) throw ConsentMismatchException()
        return statement
    }

    companion object {
        /**
         * Checks that the statement after a wrong PIN may be signed without asking the user again, and reads it. It
         * differs only in challenge and times.
         * @throws ConsentMismatchException
         */
        fun checkNext(before: ConsentStatement, bytes: ByteArray): ConsentStatement {
            val next = readToBeSigned(bytes)
            val expected =
                before.copy(challenge = next.challenge, issuedAt = next.issuedAt, expiresAt = next.expiresAt)
            if (next != expected) throw ConsentMismatchException()
            return next
        }

        private fun readToBeSigned(bytes: ByteArray): ConsentStatement = try {
            ConsentStatement.read(bytes)
        } catch (_: MalformedException) {
            throw ConsentMismatchException()
        }
    }
}
