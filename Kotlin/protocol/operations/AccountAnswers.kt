package org.xign.protocol

// Answers about an activation and its account (docs/protocol.md, sections 3, 7 and 8).

/** Reads an answer without members: to `abort`, `forgetAliasChoice`, `rename` and `revoke`. */
internal fun readEmptyAnswer(bytes: ByteArray): Unit = Answers.read(bytes) { }

/**
 * One activation of the account: the answer to `list` has one for each.
 *
 * @param since the moment of its personalization in Unix seconds; null if it waits for its device.
 * @param expiresAt the end of one that waits for its device, in Unix seconds.
 */
internal class ListedActivation(
    val id: ActivationId, val alias: String?, val platform: String?, val since: Long?, val expiresAt: Long?,
) {
    companion object {
        /**
         * Reads the answer to `list`.
         * @throws RefusedException
         * @throws MalformedException
         */
        fun readAll(bytes: ByteArray): List<ListedActivation> = Answers.read(bytes) {
            list("activations").map(::item).also { items -> demand(areDistinct(items.map { it.id }), "activations") }
        }

        private fun item(value: JsonValue): ListedActivation = Members.open(value) {
            ListedActivation(
                activationId("activationId"), optionalDisplayText("alias"), optionalDisplayText("platform"),
                optionalInteger("since"), optionalInteger("expiresAt"),
            )
        }
    }
}

/** A remembered choice of an alias. */
internal class AliasChoice(
    val id: Octets, val serviceId: String, val serviceName: String, val attribute: String, val aliasText: String,
) {
    companion object {
        /**
         * Reads the answer to `aliasChoices`.
         * @throws RefusedException
         * @throws MalformedException
         */
        fun readAll(bytes: ByteArray): List<AliasChoice> = Answers.read(bytes) {
            list("choices").map(::choice).also { choices -> demand(areDistinct(choices.map { it.id }), "choices") }
        }

        private fun choice(value: JsonValue): AliasChoice = Members.open(value) {
            AliasChoice(
                octets("id"), identifier("serviceId"), displayText("serviceName"), displayText("attribute"),
                displayText("aliasText"),
            )
        }
    }
}

/** The answer to `inAppStart`: a session, and the token that claims it. */
internal class InAppStartAnswer private constructor(val session: SessionId, val sessionToken: Octets) {
    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): InAppStartAnswer =
            Answers.read(bytes) { InAppStartAnswer(sessionId("sessionId"), octets("sessionToken", 32)) }
    }
}

/** Reads the answer to `collectCode`: an authorization code, which is a bearer value. */
internal fun readCodeAnswer(bytes: ByteArray): String = Answers.read(bytes) { text("code") }

/** Reads the answer to `finishUtility`: the lifetime of a new activation in seconds; null for another change. */
internal fun readFinishUtilityAnswer(bytes: ByteArray): Long? =
    Answers.read(bytes) { optionalCount("expiresInSeconds") }

private fun areDistinct(values: List<Any>): Boolean = values.toSet().size == values.size
