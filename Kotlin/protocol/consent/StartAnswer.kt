package org.xign.protocol

/** The answer to `start`: the act to confirm, its parties and what they ask for. */
internal class StartAnswer private constructor(
    val channel: Channel,
    val subject: ConsentSubject,
    val service: DescribedService,
    val organization: DescribedOrganization,
    /** The roles that the user holds at the service; at least one. */
    val roles: List<DescribedRole>,
    /** The requested attributes by name. */
    val attributes: Map<String, DescribedAttribute>,
    /** The token for the rest of the process, 32 bytes. */
    val sessionToken: Octets,
    /** The remaining lifetime of the session. */
    val expiresInSeconds: Long,
    /** True if `prepare` must contain the digits that the login page shows. */
    val pairing: Boolean,
) {
    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): StartAnswer = Answers.read(bytes) {
            val answer = StartAnswer(
                channel = word("channel"), subject = ConsentSubject.read(this),
                service = DescribedService.read(value("service")),
                organization = DescribedOrganization.read(value("organization")),
                roles = list("roles").map(DescribedRole.Companion::read),
                attributes = attributes(value("attributes")), sessionToken = octets("sessionToken", 32),
                expiresInSeconds = integer("expiresInSeconds"),
                pairing = (optional("pairing") ?: JsonBoolean(false)).asFlag("pairing"),
            )
            val ids = answer.roles.map { it.id }
            demand(ids.isNotEmpty() && ids.toSet().size == ids.size && answer.expiresInSeconds >= 0, "start")
            answer
        }

        private fun attributes(value: JsonValue): Map<String, DescribedAttribute> {
            val members = (value as? JsonObject ?: throw MalformedException("attributes")).members
            demand(members.keys.all(DisplayText::isValid), "attributes")
            return members.mapValues { DescribedAttribute.read(it.value) }
        }
    }
}
