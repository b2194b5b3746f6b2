package org.xign.protocol

/** An organization, service or role: its identifier, which is not displayed, and its name. */
internal data class Party(val id: String, val name: String) {
    val asJson: JsonValue get() = json("id" to json(id), "name" to json(name))

    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): Party = Members.closed(value) { Party(identifier("id"), displayText("name")) }
    }
}

/** The service of a statement. The origin is that of the redirect URI in use; `app` for InApp-Authentication. */
internal data class StatedService(val id: String, val name: String, val origin: String)

/** An attribute whose value the service will receive. The digest fixes the value without revealing it. */
internal data class StatedAttribute(
    val name: String,
    val isRequired: Boolean,
    val source: Source,
    val aliasId: String?,
    val aliasText: String?,
    val digest: Octets,
) {
    enum class Source(override val word: String) : Word { STORED("stored"), SUPPLIED("supplied") }

    val asJson: JsonValue
        get() = json(
            "name" to json(name), "required" to json(isRequired), "source" to json(source.word),
            "aliasId" to aliasId?.let(::json), "aliasText" to aliasText?.let(::json), "digest" to json(digest),
        )

    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): StatedAttribute = Members.closed(value) {
            StatedAttribute(
                name = displayText("name"), isRequired = flag("required"), source = word("source"),
                aliasId = optionalIdentifier("aliasId"), aliasText = optionalDisplayText("aliasText"),
                digest = octets("digest", 32),
            )
        }
    }
}

/**
 * The statement that a user confirms, signed by every factor of the chosen alternative (docs/protocol.md, section 5).
 * Its members are a closed list. Two statements are equal if they say the same.
 */
internal data class ConsentStatement(
    val subject: ConsentSubject,
    val channel: Channel,
    val idm: String,
    val session: SessionId,
    /** The manager's challenge, 32 bytes. */
    val challenge: Octets,
    /** The time of issue in Unix seconds, which only the manager checks. */
    val issuedAt: Long,
    /** The time of expiry in Unix seconds, which only the manager checks. */
    val expiresAt: Long,
    val activation: ActivationId,
    val service: StatedService,
    val organization: Party,
    val role: Party,
    /** The sets of factors of which one must sign. Each contains the device. */
    val alternatives: List<List<FactorType>>,
    val attributes: List<StatedAttribute>,
    val policyVersion: Long,
) {
    /** Returns the canonical encoding. */
    fun serialized(): ByteArray = StrictJson.serialize(
        json(
            "v" to json(PROTOCOL_VERSION), "purpose" to json(subject.purpose.word), *subject.members.toTypedArray(),
            "channel" to json(channel.word), "idm" to json(idm), "session" to json(session.octets),
            "challenge" to json(challenge), "issuedAt" to json(issuedAt), "expiresAt" to json(expiresAt),
            "activationId" to json(activation.octets),
            "service" to json(
                "id" to json(service.id), "name" to json(service.name), "origin" to json(service.origin),
            ),
            "organization" to organization.asJson, "role" to role.asJson,
            "alternatives" to json(alternatives.map { factors -> json(factors.map { json(it.word) }) }),
            "attributes" to json(attributes.map { it.asJson }), "policyVersion" to json(policyVersion),
        ),
    )

    private fun isValid(): Boolean {
        val areDifferent = attributes.map { it.name }.toSet().size == attributes.size
        val hasPin = attributes.isEmpty() && alternatives.all { FactorType.PIN in it }
        return areDifferent && (hasPin || !subject.requiresPin)
    }

    companion object {
        /**
         * Reads a statement.
         * @throws MalformedException for every other form.
         */
        fun read(bytes: ByteArray): ConsentStatement =
            Members.closed(StrictJson.parse(bytes, JsonLimits.STATEMENT)) {
                version()
                val statement = ConsentStatement(
                    subject = ConsentSubject.read(this), channel = word("channel"), idm = text("idm"),
                    session = sessionId("session"), challenge = octets("challenge", 32),
                    issuedAt = integer("issuedAt"), expiresAt = integer("expiresAt"),
                    activation = activationId("activationId"), service = service(value("service")),
                    organization = Party.read(value("organization")), role = Party.read(value("role")),
                    alternatives = readAlternatives(list("alternatives")),
                    attributes = list("attributes").map(StatedAttribute.Companion::read),
                    policyVersion = integer("policyVersion"),
                )
                demand(statement.isValid(), "statement")
                statement
            }

        private fun service(value: JsonValue): StatedService = Members.closed(value) {
            StatedService(identifier("id"), displayText("name"), displayText("origin"))
        }
    }
}
