package org.xign.sdk

import java.time.Instant
import org.xign.protocol.AttributeName
import org.xign.protocol.DescribedAttribute

private typealias NameInformation = AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>

/**
 * The attributes that a service requests. A property is null if the service does not request that attribute.
 *
 * Source: OpenID Connect Core 1.0, section 5.1.
 */
public class AuthenticationPersonalInformation internal constructor(
    requested: Map<String, DescribedAttribute>, now: () -> Instant,
) {
    private val requested = LinkedHashMap(requested)

    /** The requested attributes that this version knows. */
    internal val all = LinkedHashMap<AttributeName, AuthenticationInformation<*, *, *>>()

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

    init {
        // An unknown optional attribute cannot be shown. It is left out, as if the user had declined it.
        if (this.requested.values.any { it.isRequired }) {
            throw XignSdkException(
                XignSdkErrorCode.CLIENT_TOO_OLD,
                "The service requires attributes that this version does not know. Update the app.",
            )
        }
    }

    /** The requested attributes as one list, in the order of [PersonalAttribute.Name]. */
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
        val described = requested.remove(name.word) ?: return null
        return AuthenticationInformation<Value, Code, Validator>(described, validator, form).also { all[name] = it }
    }
}
