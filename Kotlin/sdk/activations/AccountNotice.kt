package org.xign.sdk

import java.time.Instant
import org.xign.protocol.NoticeAnswer

/**
 * A notice of a change of the account or an activation that this device did not make. Show it: if the user did not make
 * it either, it is an alarm.
 *
 * @property number the number of the notice at its account. Later notices have larger numbers.
 * @property date the date of the change.
 * @property kind the kind of change.
 * @property device the name of the device that the change concerns, if it concerns one.
 */
public class AccountNotice internal constructor(
    public val number: Long, public val date: Instant, public val kind: Kind, public val device: String?,
) {
    internal constructor(notice: NoticeAnswer) :
        this(notice.number, instant(notice.at), Kind.of(notice.kind), notice.device)

    /** The kind of a change. Kinds may be added, so a `when` needs an `else`. */
    public enum class Kind(private val word: String) {
        /** The PIN of a device was changed. */
        PIN_CHANGED("pinChanged"),

        /** A factor was added to a device. */
        FACTOR_ADDED("factorAdded"),

        /** An activation for a further device was issued. */
        ACTIVATION_ISSUED("activationIssued"),

        /** A further device was activated. */
        ACTIVATION_PERSONALIZED("activationPersonalized"),

        /** A device was renamed. */
        ACTIVATION_RENAMED("activationRenamed"),

        /** A device was removed from the account. */
        ACTIVATION_REVOKED("activationRevoked"),

        /** A device was locked permanently, after too many wrong PINs. */
        ACTIVATION_LOCKED("activationLocked"),

        /** A device was locked permanently on the account pages. */
        DEVICE_LOCKED("deviceLocked"),

        /** A device was locked permanently, or an activation for one ended, by a link that the manager had mailed. */
        DEVICE_STOPPED("deviceStopped"),

        /** A login was disowned on the account pages: the user said that somebody else had logged in. */
        LOGIN_DISOWNED("loginDisowned"),

        /** The operator ended a login at a website. */
        LOGIN_ENDED("loginEnded"),

        /** A copy of the account's data was taken on the account pages. */
        ACCOUNT_EXPORTED("accountExported"),

        /** The data of the account were changed on the account pages. */
        ATTRIBUTES_CHANGED("attributesChanged"),

        /** The account became a member of an organization. */
        MEMBERSHIP_ADDED("membershipAdded"),

        /** The operator disabled the account. */
        ACCOUNT_DISABLED("accountDisabled"),

        /** The operator enabled the account again. */
        ACCOUNT_ENABLED("accountEnabled"),

        /** The operator ended the lockout of a device. */
        DEVICE_UNLOCKED("deviceUnlocked"),

        /** The operator issued an activation, since the user had no usable device left. */
        RECOVERY_ISSUED("recoveryIssued"),

        /** The operator changed the account's rights to administer the manager. */
        GRANT_CHANGED("grantChanged"),

        /** A kind that this version does not know: show it as a change of the account. */
        ACCOUNT_CHANGED("accountChanged"),
        ;

        internal companion object {
            fun of(word: String): Kind = values().find { it.word == word } ?: ACCOUNT_CHANGED
        }
    }

    override fun toString(): String = "AccountNotice($number, $kind)"
}

/** Fetches the notices that the app has not acknowledged. One answer of the manager has only the oldest of them. */
internal fun Device.fetchNotices(idm: String): List<AccountNotice> {
    val activation = requiredActivation(idm)
    val notices = ArrayList<NoticeAnswer>()
    while (notices.size < MAXIMUM_NOTICE_COUNT) {
        val last = notices.lastOrNull()?.number ?: activation.acknowledgedNotice ?: 0
        val next = status(activation, noticesAfter = last).notices
        if (next.isEmpty()) break
        val numbers = listOf(last) + next.map { it.number }
        if (!numbers.zipWithNext().all { (one, other) -> one < other }) throw unreadableAnswer()
        notices += next
    }
    return notices.map { AccountNotice(it) }
}

/** The number of notices after which no further answer is requested: a manager cannot keep the device busy. */
private const val MAXIMUM_NOTICE_COUNT = 500

/** Records that notices were shown, on this device alone. */
internal fun Device.acknowledge(idm: String, number: Long) = activations.change { changes ->
    val record = changes.record(idm)?.takeIf { it.state == ActivationRecord.State.ACTIVE } ?: throw notPersonalized(idm)
    if (number > (record.acknowledgedNotice ?: 0)) changes.write(record.copy(acknowledgedNotice = number))
}
