package org.xign.sdk

import org.xign.protocol.AttributeChoice
import org.xign.protocol.Selection
import org.xign.protocol.ShownAttributes

/**
 * A value beyond the attributes of [PersonalAttribute.Name] that the service requests, such as the user's groups, or a
 * permission that it asks for. The user confirms it, or leaves it out.
 *
 * [name] and [aliases] are words of the manager. Show both, and say that they are: "Groups: staff, ops". Nobody types a
 * value: the manager has it, or the user cannot give it. Instances may be used from any thread. Source:
 * `docs/protocol.md`, section 5, "Additions".
 */
public class AdditionalInformation internal constructor(addition: ShownAttributes.Addition) {
    /** The effect of including the information. */
    public enum class Kind {
        /** The service receives the value of the chosen alias. */
        VALUE,

        /** The service receives nothing. The user allows what name and alias say, such as a login that lasts. */
        PERMISSION,
    }

    /** The text to show, at most 64 bytes of UTF-8. No other information of the request has the same one. */
    public val name: String = addition.name

    /** The effect of including the information. */
    public val kind: Kind = when (addition.kind) {
        ShownAttributes.Kind.VALUE -> Kind.VALUE
        ShownAttributes.Kind.PERMISSION -> Kind.PERMISSION
    }

    /**
     * True if the authentication cannot be completed without this value. If the user refuses it, abort. A permission is
     * never required.
     */
    public val isRequired: Boolean = addition.isRequired

    /**
     * True if the manager has no value. The user cannot supply one: abort if it is required, and tell the user to ask
     * the organization; otherwise leave it out.
     */
    public val isDataMissing: Boolean = addition.aliases.isEmpty()

    /**
     * The values, by the texts to show. If there are several, let the user choose and call [setSelection]. A single
     * alias is preselected; a permission has one.
     */
    public val aliases: Set<PersonalInformationAlias> = addition.aliases.map(::PersonalInformationAlias).toSet()

    private val state = AdditionState(aliases.singleOrNull(), isRequired)

    /** The manager's objection after a preparation that failed; otherwise `NONE`. */
    public val error: AuthenticationInformation.ErrorCode get() = synchronized(state) { state.error }

    /** The alias whose value the service will receive, or that the user allows; null if none is chosen. */
    public val selection: PersonalInformationAlias? get() = synchronized(state) { state.selection }

    /**
     * True if the service receives the value, or the user allows the act.
     *
     * A required value is always included. An optional one is left out until this property or an alias is set, and a
     * permission until this property is set.
     */
    public var isIncluded: Boolean
        get() = synchronized(state) { state.isIncluded }
        set(value) = synchronized(state) { state.isIncluded = value || isRequired }

    /**
     * Chooses one of [aliases], and includes a value. It includes no permission: only [isIncluded] does.
     *
     * @return the adopted alias; null if [alias] is null or not one of [aliases]. The earlier choice then stays.
     */
    public fun setSelection(alias: PersonalInformationAlias?): PersonalInformationAlias? {
        if (alias == null || alias !in aliases) return null
        synchronized(state) {
            state.selection = alias
            if (kind == Kind.VALUE) state.isIncluded = true
        }
        return alias
    }

    internal fun setError(error: AuthenticationInformation.ErrorCode) = synchronized(state) { state.error = error }

    /** Returns the user's decision; null for information that is left out. */
    internal fun decision(): AttributeDecision? = synchronized(state) {
        val alias = state.selection
        when {
            !state.isIncluded -> null
            alias == null -> AttributeDecision(Selection.Confirmed, null)
            else ->
                AttributeDecision(Selection.Alias(alias.id), AttributeChoice.Alias(isRequired, alias.id, alias.alias))
        }
    }

    override fun toString(): String = "AdditionalInformation($name)"
}

/** The state of one addition. */
private class AdditionState(var selection: PersonalInformationAlias?, var isIncluded: Boolean) {
    var error = AuthenticationInformation.ErrorCode.NONE
}
