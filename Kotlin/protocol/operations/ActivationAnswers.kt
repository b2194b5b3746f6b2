package org.xign.protocol

/** An activation as the manager knows it: the answer to `personalizeFinish`. */
internal class ActivationAnswer private constructor(
    val userName: String, val alias: String, val factors: Set<FactorType>,
) {
    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): ActivationAnswer = Answers.read(bytes) { from(this) }

        fun from(members: Members): ActivationAnswer =
            members.run { ActivationAnswer(displayText("userName"), displayText("alias"), factors("factors")) }
    }
}

/**
 * A notice of an act on the account, which is not signed: an app tells it, and decides nothing by it.
 *
 * @param at the moment in Unix seconds.
 * @param kind perhaps a word of a later version.
 */
internal data class NoticeAnswer(val number: Long, val at: Long, val kind: String, val device: String?)

/** The answer to `status`. */
internal class StatusAnswer private constructor(
    val activation: ActivationAnswer, val lockout: Lockout?, val notices: List<NoticeAnswer>,
) {
    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): StatusAnswer = Answers.read(bytes) {
            StatusAnswer(
                ActivationAnswer.from(this), optional("lockout")?.let { Lockout.read(it) },
                list("notices").map(::notice),
            )
        }

        private fun notice(value: JsonValue): NoticeAnswer = Members.open(value) {
            NoticeAnswer(count("number"), integer("at"), text("kind"), optionalDisplayText("device"))
        }
    }
}

/**
 * The answer to `startUtility`.
 *
 * @param sessionToken the token that claims the session, 32 bytes.
 * @param pinPolicy the rules of the new PIN; null for a process that sets none.
 */
internal class StartUtilityAnswer private constructor(
    val session: SessionId, val sessionToken: Octets, val pinPolicy: PinPolicy?,
) {
    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): StartUtilityAnswer = Answers.read(bytes) {
            StartUtilityAnswer(
                sessionId("sessionId"), octets("sessionToken", 32), optional("pinPolicy")?.let(::readPinPolicy),
            )
        }
    }
}
