package org.xign.protocol

/** The answer to `prepare`: the statement to sign, or what is wrong with the selections. */
internal sealed class PrepareAnswer {
    class Statement(val bytes: Octets) : PrepareAnswer()

    /** @param byAttribute the errors by the name of the attribute. */
    class Errors(val byAttribute: Map<String, SelectionError>) : PrepareAnswer()

    /** A reason why a selection is refused. */
    enum class SelectionError(override val word: String) : Word {
        INVALID("invalid"),
        NOT_AVAILABLE("notAvailable"),
        DATA_MISSING("dataMissing"),
        NO_ALIAS_SELECTED("noAliasSelected"),
    }

    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): PrepareAnswer = Answers.read(bytes) {
            exactlyOne(
                optionalText("statement")?.let { Statement(Octets(Base64Url.decode(it))) },
                optional("errors")?.let(::errors),
            )
        }

        private fun errors(value: JsonValue): Errors {
            val members = (value as? JsonObject ?: throw MalformedException("errors")).members
            return Errors(members.mapValues { it.value.asWord<SelectionError>("errors") })
        }
    }
}

/** The answer to `finish`. */
internal sealed class FinishAnswer {
    /** The effect of the confirmed process. */
    enum class Outcome(override val word: String) : Word {
        USER_LOGIN("userLogin"),
        SERVICE_LOGIN("serviceLogin"),
        ADD_FACTOR("apiAccessAddFactor"),
        CHANGE_PIN("apiAccessChangePin"),
        MERGE_COMPLETE("apiAccessMergeComplete"),
        REQUEST_NEW_ACTIVATION_DATA("apiAccessRequestNewActivationData"),
        DELETE("apiAccessDelete"),
    }

    class Success(
        val outcome: Outcome,
        val service: DescribedService,
        val organization: DescribedOrganization,
        val roleName: String,
        /** The number of failures between the previous success and this one, which the app displays. */
        val failedAttemptsSinceLastSuccess: Long,
        /** The grant of a utility process: 32 bytes, valid for five minutes. */
        val grant: Octets?,
        /** The secret with which the browser that began a login on this device gets its result: 32 bytes. */
        val returnSecret: Octets?,
    ) : FinishAnswer()

    /**
     * A wrong signature. The answer does not tell which factor was wrong.
     *
     * @param nextStatement the statement to sign after the lockout; null where the session ends before.
     */
    class WrongFactor(val lockout: Lockout, val nextStatement: Octets?) : FinishAnswer()

    companion object {
        /**
         * @throws RefusedException
         * @throws MalformedException
         */
        fun read(bytes: ByteArray): FinishAnswer = Answers.read(bytes) {
            exactlyOne(optional("result")?.let(::success), optional("refusal")?.let(::wrongFactor))
        }

        private fun success(result: JsonValue): Success = Members.open(result) {
            Success(
                outcome = word("outcome"), service = DescribedService.read(value("service")),
                organization = DescribedOrganization.read(value("organization")), roleName = displayText("roleName"),
                failedAttemptsSinceLastSuccess = count("failedAttemptsSinceLastSuccess"),
                grant = optionalOctets("grant", 32), returnSecret = optionalOctets("returnSecret", 32),
            )
        }

        private fun wrongFactor(refusal: JsonValue): WrongFactor = Members.open(refusal) {
            WrongFactor(
                Lockout.read(value("lockout")), optionalText("nextStatement")?.let { Octets(Base64Url.decode(it)) },
            )
        }
    }
}
