package org.xign.protocol

/** The act that a user confirms, with the data that only this act has (docs/protocol.md, section 5). */
internal sealed class ConsentSubject {
    abstract val purpose: Purpose

    /** The members of a statement, besides its purpose, that name the act. */
    abstract val members: List<Pair<String, JsonValue?>>

    /** True if each alternative must contain the PIN, and no attribute is released. */
    open val requiresPin: Boolean get() = true

    /** @param offlineUntil the end of an access that goes on without the user, in Unix seconds. */
    data class Login(val offlineUntil: Long?) : ConsentSubject() {
        override val purpose get() = Purpose.LOGIN
        override val members get() = listOf("offlineUntil" to offlineUntil?.let(::json))
        override val requiresPin get() = false
    }

    /** A login in the service's own app. */
    data class InAppLogin(val offlineUntil: Long?) : ConsentSubject() {
        override val purpose get() = Purpose.IN_APP_LOGIN
        override val members get() = listOf("offlineUntil" to offlineUntil?.let(::json))
        override val requiresPin get() = false
    }

    /** An act that a browser asks for. */
    data class Transaction(val text: TransactionText) : ConsentSubject() {
        override val purpose get() = Purpose.TRANSACTION
        override val members get() = listOf("transaction" to text.asJson)
    }

    /** An act on an activation or its account that the device itself begins. */
    data class Utility(val act: UtilityAct) : ConsentSubject() {
        override val purpose get() = act.purpose
        override val members get() = listOf("utility" to act.asJson)
    }

    companion object {
        /**
         * Reads the purpose and the members that belong to it.
         * @throws MalformedException for any combination that the protocol does not have.
         */
        fun read(members: Members): ConsentSubject {
            val purpose = members.word<Purpose>("purpose")
            val utility = members.optional("utility")
            val transaction = members.optional("transaction")
            val offlineUntil = members.optionalInteger("offlineUntil")
            val isLogin = purpose == Purpose.LOGIN || purpose == Purpose.IN_APP_LOGIN
            demand(isLogin || offlineUntil == null, "offlineUntil")
            demand((purpose == Purpose.TRANSACTION) == (transaction != null), "transaction")
            demand(utility == null || !(isLogin || purpose == Purpose.TRANSACTION), "utility")
            return when {
                purpose == Purpose.LOGIN -> Login(offlineUntil)
                purpose == Purpose.IN_APP_LOGIN -> InAppLogin(offlineUntil)
                transaction != null -> Transaction(TransactionText.read(transaction))
                else -> Utility(UtilityAct.read(purpose, utility))
            }
        }
    }
}
