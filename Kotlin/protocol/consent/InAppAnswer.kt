package org.xign.protocol

/**
 * The answer of a manager's authorization endpoint to an app that logs in through its own Keycloak (docs/protocol.md,
 * section 8). It contains no address, so that it cannot send the app elsewhere.
 *
 * @param secret the secret that claims the session, 32 bytes.
 */
internal class InAppAnswer private constructor(
    val idm: String, val session: SessionId, val secret: Octets, val expiresInSeconds: Long,
) {
    companion object {
        const val MEDIA_TYPE = "application/vnd.xign.inapp+json"
        private val limits = JsonLimits(4096, JsonLimits.MESSAGE.depth)

        /** @throws MalformedException */
        fun read(bytes: ByteArray): InAppAnswer = Members.open(StrictJson.parse(bytes, limits)) {
            version()
            InAppAnswer(text("idm"), sessionId("sessionId"), octets("inApp", 32), integer("expiresInSeconds"))
                .also { demand(it.expiresInSeconds >= 0, "expiresInSeconds") }
        }
    }
}
