package org.xign.sdk

import java.time.Instant
import org.xign.protocol.ConsentSubject
import org.xign.protocol.StartAnswer
import org.xign.protocol.UtilityAct

/**
 * The act that an authentication confirms. Show it, in the app's own words, before the user signs.
 *
 * The manager sends no sentence except that of a transaction, only these data, and the device signs exactly them. A
 * name may contain anything: show each on a line of its own, so that it cannot rewrite the sentence around it.
 */
public sealed class AuthenticationSubject {
    /**
     * A login at the website in [AuthenticateRequest.serviceInformation].
     *
     * @property offlineUntil the end of an access that continues without the user; null if the website gets none. Show
     * it as a date: until then the website may come back, and receives the same data, without asking the user again.
     */
    public class Login internal constructor(public val offlineUntil: Instant?) : AuthenticationSubject()

    /**
     * A login in this app itself (InApp-Authentication).
     *
     * @property offlineUntil the end of a lasting access, as for a login.
     */
    public class InAppLogin internal constructor(public val offlineUntil: Instant?) : AuthenticationSubject()

    /** A change of the PIN of this device's activation. */
    public object ChangePin : AuthenticationSubject()

    /** A further activation of the account, for another device. */
    public object NewActivation : AuthenticationSubject()

    /** The deletion of the account, which cannot be undone. */
    public object Delete : AuthenticationSubject()

    /**
     * A further factor for this device's activation.
     *
     * @property factorType the factor.
     */
    public class AddFactor internal constructor(public val factorType: AuthenticatorType) : AuthenticationSubject()

    /**
     * The revocation of another activation of the account.
     *
     * @property activation the activation.
     */
    public class Revoke internal constructor(public val activation: RevokedActivation) : AuthenticationSubject()

    /**
     * The acceptance of an organization's invitation with this account.
     *
     * @property mergeInformation the invitation.
     */
    public class Merge internal constructor(public val mergeInformation: MergeInformation) : AuthenticationSubject()

    /**
     * An act that a page of the manager asks for, with its text.
     *
     * @property request the act.
     */
    public class Transaction internal constructor(public val request: TransactionRequest) : AuthenticationSubject()

    internal companion object {
        /** The last second of the year 9999. A later end cannot be shown as a date (protocol, section 9). */
        private const val LAST_SHOWABLE = 253_402_300_799L

        /** Converts the subject of a process. Null for one that this version cannot show. */
        fun of(answer: StartAnswer, beginning: Beginning): AuthenticationSubject? {
            fun ends(seconds: Long?) = seconds == null || seconds <= LAST_SHOWABLE
            return when (val subject = answer.subject) {
                is ConsentSubject.Login ->
                    if (ends(subject.offlineUntil)) Login(subject.offlineUntil?.let(::instant)) else null
                is ConsentSubject.InAppLogin ->
                    if (ends(subject.offlineUntil)) InAppLogin(subject.offlineUntil?.let(::instant)) else null
                is ConsentSubject.Transaction -> Transaction(
                    TransactionRequest(
                        subject.text, ServiceInformation(answer.service), OrganizationInformation(answer.organization),
                    ),
                )
                is ConsentSubject.Utility -> of(subject.act, beginning)
            }
        }

        private fun of(act: UtilityAct, beginning: Beginning): AuthenticationSubject? = when (act) {
            UtilityAct.ChangePin -> ChangePin
            UtilityAct.NewActivation -> NewActivation
            UtilityAct.Delete -> Delete
            is UtilityAct.AddFactor -> AddFactor(AuthenticatorType.of(act.factor))
            is UtilityAct.Revoke -> Revoke(
                RevokedActivation(act.id.toString(), act.alias, act.platform, act.since?.let(::instant)),
            )
            is UtilityAct.Merge -> beginning.invitation?.let { invitation ->
                val roles = act.roles.map { MergeInformation.InvitedRole(it.service, it.role) }
                Merge(MergeInformation(invitation, roles))
            }
        }
    }
}

/**
 * An activation that is about to be revoked, as the user confirms it. For example: "Remove {alias}, {platform}, in use
 * since {since}".
 *
 * @property activationId the activation's identifier, as in [ActivationInformation.activationId].
 * @property alias the name that its user gave it; null if it waits for its device and has none yet. Two activations
 * may have the same name.
 * @property platform the operating system by the device's own word, such as `iOS`; null if it waits for its device.
 * @property since the date of its personalization; null if it waits for its device.
 */
public class RevokedActivation internal constructor(
    public val activationId: String, public val alias: String?, public val platform: String?,
    public val since: Instant?,
)
