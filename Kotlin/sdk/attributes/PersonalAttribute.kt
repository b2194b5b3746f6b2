package org.xign.sdk

import java.time.Instant
import org.xign.protocol.AttributeName

/**
 * An attribute that a service requests, whatever the type of its value: for a screen that shows all of them.
 *
 * [AuthenticationPersonalInformation.attributes] lists them. It is the attribute of the property with the same name:
 * what is set on one is set on the other. Instances may be used from any thread. The description shows no value.
 *
 * @property name the name, which no other attribute of the request has.
 * @property input the control with which a value is entered. Birthdate and address have controls of their own, and can
 * be set as text, too.
 */
public class PersonalAttribute internal constructor(
    public val name: Name, public val input: Input, private val information: AuthenticationInformation<*, *, *>,
) {
    /** The names of all attributes, in the order in which forms ask for them. Show people a text of the app's own. */
    public enum class Name(internal val attribute: AttributeName) {
        /** The attribute of the property with the same name in [AuthenticationPersonalInformation]. */
        USERNAME(AttributeName.USERNAME),

        /** The form of address. */
        SALUTATION(AttributeName.SALUTATION),

        /** The given name or names. */
        GIVEN_NAME(AttributeName.GIVEN_NAME),

        /** The family name or names. */
        FAMILY_NAME(AttributeName.FAMILY_NAME),

        /** The nickname. */
        NICKNAME(AttributeName.NICKNAME),

        /** The gender. */
        GENDER(AttributeName.GENDER),

        /** The date of birth. */
        BIRTHDATE(AttributeName.BIRTHDATE),

        /** The place of birth. */
        PLACE_OF_BIRTH(AttributeName.PLACE_OF_BIRTH),

        /** The nationality. */
        NATIONALITY(AttributeName.NATIONALITY),

        /** The postal address. */
        ADDRESS(AttributeName.ADDRESS),

        /** The email address. */
        EMAIL(AttributeName.EMAIL),

        /** The telephone number. */
        PHONE_NUMBER(AttributeName.PHONE_NUMBER),
    }

    /** The control with which a value is entered. */
    public sealed class Input {
        /** A text field, for [setText]. */
        public object Text : Input()

        /**
         * A date picker, for [AuthenticationInformation.setValue]. The validator has its limits and its time zone.
         *
         * @property information the attribute.
         */
        public class Date internal constructor(
            public val information:
                AuthenticationInformation<Instant, BirthdateValidator.ErrorCode, BirthdateValidator>,
        ) : Input()

        /**
         * A field for each part, for [AuthenticationInformation.setValue].
         *
         * @property information the attribute.
         */
        public class PostalAddress internal constructor(
            public val information:
                AuthenticationInformation<org.xign.sdk.PostalAddress, AddressValidator.ErrorCode, AddressValidator>,
        ) : Input()
    }

    /** True if the authentication cannot be completed without it: [AuthenticationInformation.isRequired]. */
    public val isRequired: Boolean get() = information.isRequired

    /** True if the user must supply a value: [AuthenticationInformation.isDataMissing]. */
    public val isDataMissing: Boolean get() = information.isDataMissing

    /** True if the service accepts only verified values: [AuthenticationInformation.needsVerification]. */
    public val needsVerification: Boolean get() = information.needsVerification

    /** The stored values, by alias: [AuthenticationInformation.aliases]. */
    public val aliases: Set<PersonalInformationAlias> get() = information.aliases

    /** The manager's objection after a preparation that failed; otherwise `NONE`. */
    public val error: AuthenticationInformation.ErrorCode get() = information.error

    /** The alias whose value the service will receive; null if none is chosen, or if a value is supplied. */
    public val selection: PersonalInformationAlias? get() = information.selection

    /** True if the service receives the attribute: [AuthenticationInformation.isIncluded]. */
    public var isIncluded: Boolean
        get() = information.isIncluded
        set(value) {
            information.isIncluded = value
        }

    /** The minimum and maximum length of a text in characters; null where its form sets the limits. */
    public val lengths: IntRange? get() = information.lengths

    /** The supplied value in one line, to show it to the user; null if none is supplied. */
    public val text: String? get() = information.line

    /**
     * Supplies a value that the manager does not have, as [AuthenticationInformation.setValue] does.
     *
     * @param text the text as the user entered it; null counts as empty. A date of birth has the form `YYYY-MM-DD`, an
     * address that of [org.xign.sdk.PostalAddress.read].
     * @return the code `VALID` if the value was accepted. With any other result the stored value is reset to null.
     */
    public fun setText(text: String?): AttributeResultCode = information.setLine(text)

    /** Returns what is wrong with a text that is refused, where more can be said than by the result code. */
    public fun flaw(text: String): InputFlaw? = information.flawOfLine(text)

    /**
     * Chooses one of [aliases]: [AuthenticationInformation.setSelection].
     *
     * @return the adopted alias; null if [alias] is null or not one of [aliases]. The earlier choice then stays.
     */
    public fun setSelection(alias: PersonalInformationAlias?): PersonalInformationAlias? =
        information.setSelection(alias)

    override fun toString(): String = "PersonalAttribute(${name.attribute.word})"
}

/** The outcome of [PersonalAttribute.setText]: the codes of all validators. */
public enum class AttributeResultCode : ValidationCode {
    /** The value is accepted. */
    VALID,

    /** There is no value. */
    EMPTY,

    /** The text has fewer characters than [PersonalAttribute.lengths] allows. */
    TOO_SHORT,

    /** The text, or a part of an address, has too many characters. */
    TOO_LONG,

    /** The text has a character that is not allowed. */
    INVALID_CHARACTER,

    /** The text does not have the form of the attribute. */
    INVALID_FORMAT,

    /** The country is not a two-letter code of ISO 3166-1. */
    UNKNOWN_COUNTRY,

    /** Street or locality is missing. */
    INCOMPLETE,

    /** The day is in the future. */
    IN_FUTURE,

    /** The day is before [BirthdateValidator.earliest]. */
    TOO_LONG_AGO,
    ;

    override val isValid: Boolean get() = this == VALID
}
