package org.xign.protocol

/** A utility process that the app asked for. */
internal sealed class UtilityRequest {
    object ChangePin : UtilityRequest()

    object NewActivation : UtilityRequest()

    object Delete : UtilityRequest()

    data class AddFactor(val factor: FactorType) : UtilityRequest()

    data class Revoke(val target: ActivationId) : UtilityRequest()

    /** Returns true if an act is the one that was asked for: the revocation of one device must not revoke another. */
    fun allows(act: UtilityAct): Boolean = when (this) {
        ChangePin -> act == UtilityAct.ChangePin
        NewActivation -> act == UtilityAct.NewActivation
        Delete -> act == UtilityAct.Delete
        is AddFactor -> act is UtilityAct.AddFactor && act.factor == factor
        is Revoke -> act is UtilityAct.Revoke && act.id == target
    }
}

/** The way in which a process began, which fixes what it may turn out to be (docs/protocol.md, section 5). */
internal sealed class ProcessBeginning(val channel: Channel) {
    /** A scanned or opened pid of a login or a transaction. */
    class Link(val kind: ProcessKind) : ProcessBeginning(requireNotNull(kind.channel))

    class Utility(val request: UtilityRequest) : ProcessBeginning(Channel.API)

    /** An invitation, as the manager described it when its PIN was proved. */
    class Merge(val organization: Party, val address: String) : ProcessBeginning(Channel.API)

    /** A login in this app, at the service with this client id. */
    class InApp(val clientId: String) : ProcessBeginning(Channel.IN_APP)

    /** A login in this app, through the Keycloak at this origin. */
    class Keycloak(val origin: String) : ProcessBeginning(Channel.IN_APP)

    /**
     * Returns true if an answer to `start` is of the process that the user began: a scanned login must not turn out to
     * delete the account.
     *
     * @param manager the URL in the pinned key material.
     */
    fun allows(answer: StartAnswer, manager: ManagerOrigin): Boolean =
        answer.channel == channel && allows(answer.subject) && allowsPartiesOf(answer, manager)

    private fun allows(subject: ConsentSubject): Boolean = when (this) {
        is Link -> subject.purpose == kind.purpose
        is Utility -> subject is ConsentSubject.Utility && request.allows(subject.act)
        is Merge -> subject is ConsentSubject.Utility && subject.act is UtilityAct.Merge &&
            subject.act.organization == organization && subject.act.address == address
        is InApp, is Keycloak -> subject is ConsentSubject.InAppLogin
    }

    private fun allowsPartiesOf(answer: StartAnswer, manager: ManagerOrigin): Boolean {
        val (service, origin) = Pair(answer.service.id, answer.service.origin)
        val isOwnPage = answer.hasBuiltInParties && origin == manager.text
        return when (this) {
            // A login may belong to any website, and to the manager's own pages.
            is Link -> isOwnPage || (kind.purpose == Purpose.LOGIN && answer.hasDeclaredParties)
            is Utility, is Merge -> answer.hasBuiltInParties && service == BuiltIn.ACCOUNT && origin == "app"
            is InApp -> answer.hasDeclaredParties && service == clientId && origin == "app"
            // The client id at the manager is the Keycloak's own, which the app does not know.
            is Keycloak -> answer.hasDeclaredParties && origin == this.origin
        }
    }
}

/** The ids of the parties that every manager has, and that no configuration can make. */
internal object BuiltIn {
    const val ACCOUNT = "xign.account"
    const val ORGANIZATION = "xign.operator"
    const val ROLE = "xign.person"
    val services = setOf(ACCOUNT, "xign.console")
}

/** True if all parties are the manager's own. Every act at them needs the PIN, and none releases an attribute. */
private val StartAnswer.hasBuiltInParties: Boolean
    get() = service.id in BuiltIn.services && organization.id == BuiltIn.ORGANIZATION && attributes.isEmpty() &&
        roles.all { role -> role.id == BuiltIn.ROLE && role.alternatives.all { FactorType.PIN in it } }

/** True if no party has an id of the manager's own, so that no website passes for the manager. */
private val StartAnswer.hasDeclaredParties: Boolean
    get() = service.id !in BuiltIn.services && organization.id != BuiltIn.ORGANIZATION &&
        roles.none { it.id == BuiltIn.ROLE }
