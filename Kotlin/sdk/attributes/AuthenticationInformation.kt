package org.xign.sdk

import org.xign.protocol.AttributeChoice
import org.xign.protocol.AttributeName
import org.xign.protocol.DescribedAttribute
import org.xign.protocol.Disclosure
import org.xign.protocol.Octets
import org.xign.protocol.Selection
import org.xign.protocol.crypto.randomBytes
import org.xign.protocol.withoutOuterWhiteSpace

/**
 * An attribute that the service requests. The user confirms it, supplies a value, or chooses one of several.
 *
 * The service receives one of the following; the last call decides:
 *
 * - the value of the alias chosen with [setSelection], or of the only alias;
 * - the value supplied with [setValue], which the manager also stores;
 * - nothing, if the attribute is optional and not included.
 *
 * Instances may be used from any thread. The description shows no value. Source: `docs/protocol.md`, section 5,
 * "Attributes".
 *
 * @property validator the validator for values. Its limits help to build the user interface.
 */
public class AuthenticationInformation<Value : Any, Code, Validator : AttributeValidator<Value, Code>>
internal constructor(
    described: DescribedAttribute, public val validator: Validator, private val form: LineForm<Value>,
) where Code : Enum<Code>, Code : ValidationCode {
    /**
     * True if the authentication cannot be completed without this attribute. If the user refuses it, abort.
     */
    public val isRequired: Boolean = described.isRequired

    /** True if the manager has no acceptable value: ask the user, and call [setValue]. */
    public val isDataMissing: Boolean = described.isMissing

    /**
     * True if the service accepts only verified values, such as a mail address that has been confirmed.
     *
     * If [isDataMissing] is also true, the value cannot be supplied during the authentication: the manager answers
     * `NOT_AVAILABLE`. If the attribute is required, abort and tell the user to have it verified first; otherwise
     * leave it out.
     */
    public val needsVerification: Boolean = described.mustBeVerified

    /**
     * The stored values, by alias. If there are several, let the user choose and call [setSelection]. A single alias is
     * preselected.
     */
    public val aliases: Set<PersonalInformationAlias> =
        described.aliases.map(::PersonalInformationAlias).toSet()

    private val state = DecisionState(aliases.singleOrNull(), isRequired)

    /** The manager's objection after a preparation that failed; otherwise `NONE`. */
    public val error: ErrorCode get() = synchronized(state) { state.error }

    /** The alias whose value the service will receive; null if none is chosen, or if a value is supplied. */
    public val selection: PersonalInformationAlias?
        get() = synchronized(state) { state.selection.takeIf { state.value == null } }

    /**
     * True if the service receives the attribute.
     *
     * A required attribute is always included. An optional one is left out until this property, a value or an alias is
     * set.
     */
    public var isIncluded: Boolean
        get() = synchronized(state) { state.isIncluded }
        set(value) = synchronized(state) { state.isIncluded = value || isRequired }

    /**
     * Supplies a value that the manager does not have. It takes precedence over a selection.
     *
     * @param value the value as the user entered it; null counts as empty.
     * @return the code `VALID` if the value was accepted. With any other result the stored value is reset to null, and
     * an earlier selection takes effect again.
     */
    public fun setValue(value: Value?): Code {
        val code = validator.validate(value)
        synchronized(state) {
            state.value = if (code.isValid && value != null) validator.canonical(value) else null
            state.line = if (code.isValid && value != null) form.write(value) else null
            if (state.value != null) state.isIncluded = true
        }
        return code
    }

    /**
     * Chooses one of [aliases]. Resets a supplied value to null.
     *
     * @return the adopted alias; null if [alias] is null or not one of [aliases]. The earlier choice then stays.
     */
    public fun setSelection(alias: PersonalInformationAlias?): PersonalInformationAlias? {
        if (alias == null || alias !in aliases) return null
        synchronized(state) {
            state.value = null
            state.selection = alias
            state.isIncluded = true
        }
        return alias
    }

    /** The manager's objection to an attribute when the user information was prepared. */
    public enum class ErrorCode {
        /** The manager has no objection. */
        NONE,

        /** The value has an invalid format. Ask the user again. */
        INVALID,

        /**
         * A value was supplied that the manager does not accept here.
         *
         * Either none was missing: choose one of the aliases. Or the value needs verification: leave the attribute
         * out, or abort.
         */
        NOT_AVAILABLE,

        /** A required value was not supplied. Ask the user. */
        DATA_MISSING,

        /** No alias was selected although there are several. Let the user choose. */
        NO_ALIAS_SELECTED,
    }

    internal val lengths: IntRange? get() = form.lengths

    /** The supplied value in one line; null if none is supplied. */
    internal val line: String? get() = synchronized(state) { state.line.takeIf { state.value != null } }

    /** Supplies a value as a line that the user entered; null counts as empty. */
    internal fun setLine(line: String?): AttributeResultCode {
        val isEmpty = line == null || line.withoutOuterWhiteSpace().isEmpty()
        val value = if (line == null || isEmpty) null else form.read(line)
        val result = setValue(value)
        // `valueOf` finds the codes by reflection, under a name that an app's R8 changes.
        val code = AttributeResultCode.values().first { it.name == result.name }
        // Some validators call a text empty that has a character which is not allowed.
        if (code != AttributeResultCode.EMPTY || isEmpty) return code
        return if (value == null) AttributeResultCode.INVALID_FORMAT else AttributeResultCode.INVALID_CHARACTER
    }

    internal fun flawOfLine(line: String): InputFlaw? = form.read(line)?.let { validator.flaw(it) }

    internal fun setError(error: ErrorCode) = synchronized(state) { state.error = error }

    /** Returns the user's decision; null for an attribute that is left out. */
    internal fun decision(name: AttributeName): AttributeDecision? = synchronized(state) {
        val (value, alias) = Pair(state.value, state.selection)
        when {
            !state.isIncluded -> null
            value != null -> {
                val salt = Octets(randomBytes(Disclosure.SALT_LENGTH))
                val disclosure = Disclosure(name.word, value, salt)
                AttributeDecision(
                    Selection.Supplied(disclosure), AttributeChoice.Supplied(isRequired, disclosure.digest),
                )
            }
            alias != null ->
                AttributeDecision(Selection.Alias(alias.id), AttributeChoice.Alias(isRequired, alias.id, alias.alias))
            isDataMissing || aliases.isNotEmpty() -> AttributeDecision(Selection.Confirmed, null)
            else -> AttributeDecision(Selection.Confirmed, AttributeChoice.Confirmed(isRequired))
        }
    }
}

/** The name of the objections in texts about the SDK. */
public typealias AuthenticationInformationErrorCode = AuthenticationInformation.ErrorCode

/** The state of one attribute. The value, in its canonical text form, takes precedence over the selection. */
private class DecisionState(var selection: PersonalInformationAlias?, var isIncluded: Boolean) {
    var value: String? = null

    /** The value as the user may see it. */
    var line: String? = null
    var error = AuthenticationInformation.ErrorCode.NONE
}

/**
 * The user's decision about one attribute that is not left out.
 *
 * @param selection the choice as it is sent.
 * @param choice the choice as the statement must repeat it; null where the user has not decided. The manager reports
 * that as an error; it cannot become part of a statement.
 */
internal class AttributeDecision(val selection: Selection, val choice: AttributeChoice?)
