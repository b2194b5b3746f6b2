package org.xign.sdk

import java.time.Instant
import org.xign.protocol.AttributeName
import org.xign.protocol.ShownAttributes

private typealias NameInformation = AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>

/**
 * The attributes that a service requests. A property is null if the service does not request that attribute.
 *
 * Source: OpenID Connect Core 1.0, section 5.1.
 */
public class AuthenticationPersonalInformation internal constructor(
    private val shown: ShownAttributes, now: () -> Instant,
) {
    private val all = LinkedHashMap<AttributeName, AuthenticationInformation<*, *, *>>()

    /** The user name. */
    public val username: AuthenticationInformation<String, UsernameValidator.ErrorCode, UsernameValidator>? =
        UsernameValidator().let { make(AttributeName.USERNAME, it, LineForm.text(it, it.minLength..it.maxLength)) }

    /** The nickname. */
    public val nickname: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.NICKNAME)

    /** The given name or names. */
    public val givenName: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.GIVEN_NAME)

    /** The family name or names. */
    public val familyName: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.FAMILY_NAME)

    /** The date of birth. */
    public val birthdate: AuthenticationInformation<Instant, BirthdateValidator.ErrorCode, BirthdateValidator>? =
        BirthdateValidator(now = now).let { make(AttributeName.BIRTHDATE, it, LineForm.day(it)) }

    /** The postal address. */
    public val address: AuthenticationInformation<PostalAddress, AddressValidator.ErrorCode, AddressValidator>? =
        make(AttributeName.ADDRESS, AddressValidator(), LineForm.address())

    /** The nationality, as a two-letter country code (ISO 3166-1 alpha-2). */
    public val nationality: AuthenticationInformation<String, NationalityValidator.ErrorCode, NationalityValidator>? =
        NationalityValidator().let { make(AttributeName.NATIONALITY, it, LineForm.text(it)) }

    /** The place of birth. */
    public val placeOfBirth: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.PLACE_OF_BIRTH)

    /** The gender. */
    public val gender: AuthenticationInformation<String, GenderValidator.ErrorCode, GenderValidator>? =
        GenderValidator().let { make(AttributeName.GENDER, it, LineForm.text(it, it.minLength..it.maxLength)) }

    /** The form of address, such as "Dr.". */
    public val salutation: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.SALUTATION)

    /**
     * The mail address. If it needs verification, it cannot be supplied during an authentication.
     */
    public val email: AuthenticationInformation<String, EmailValidator.ErrorCode, EmailValidator>? =
        EmailValidator().let { make(AttributeName.EMAIL, it, LineForm.text(it, 1..it.maxLength)) }

    /**
     * The telephone number. If it needs verification, it cannot be supplied during an authentication.
     */
    public val phoneNumber: AuthenticationInformation<String, PhoneNumberValidator.ErrorCode, PhoneNumberValidator>? =
        PhoneNumberValidator().let { make(AttributeName.PHONE_NUMBER, it, LineForm.text(it)) }

    /**
     * The further values and the permissions that the service asks for: the values first, then the permissions, each
     * sorted by name.
     *
     * Empty unless the app has called [XignSdkConfig.Builder.showsAdditionalInformation]: an app that does not show
     * them must not sign them.
     */
    public val additional: List<AdditionalInformation> = shown.additions.map { AdditionalInformation(it) }

    /** The names of all that is shown. */
    internal val names: Set<String> get() = (all.keys.map { it.word } + additional.map { it.name }).toSet()

    /** The user's decisions by name, without what is left out. */
    internal fun decisions(): Map<String, AttributeDecision> {
        val decisions = LinkedHashMap<String, AttributeDecision>()
        for ((name, attribute) in all) attribute.decision(name)?.let { decisions[name.word] = it }
        for (addition in additional) addition.decision()?.let { decisions[addition.name] = it }
        return decisions
    }

    /** Sets the manager's objection of each by its name. */
    internal fun setErrors(error: (String) -> AuthenticationInformation.ErrorCode) {
        for ((name, attribute) in all) attribute.setError(error(name.word))
        for (addition in additional) addition.setError(error(addition.name))
    }

    /** The requested attributes as one list, in the order of [PersonalAttribute.Name], without [additional]. */
    public val attributes: List<PersonalAttribute>
        get() = PersonalAttribute.Name.values().mapNotNull { name ->
            all[name.attribute]?.let { PersonalAttribute(name, input(name), it) }
        }

    private fun input(name: PersonalAttribute.Name): PersonalAttribute.Input = when (name) {
        PersonalAttribute.Name.BIRTHDATE -> birthdate?.let { PersonalAttribute.Input.Date(it) }
        PersonalAttribute.Name.ADDRESS -> address?.let { PersonalAttribute.Input.PostalAddress(it) }
        else -> null
    } ?: PersonalAttribute.Input.Text

    private fun name(name: AttributeName): NameInformation? =
        NameValidator(name).let { make(name, it, LineForm.text(it, it.minLength..it.maxLength)) }

    private fun <Value : Any, Code, Validator : AttributeValidator<Value, Code>> make(
        name: AttributeName, validator: Validator, form: LineForm<Value>,
    ): AuthenticationInformation<Value, Code, Validator>? where Code : Enum<Code>, Code : ValidationCode {
        val described = shown.attributes[name] ?: return null
        return AuthenticationInformation<Value, Code, Validator>(described, validator, form).also { all[name] = it }
    }
}
