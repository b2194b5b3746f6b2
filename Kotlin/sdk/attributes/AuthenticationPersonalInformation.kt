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
        make(AttributeName.USERNAME, UsernameValidator())

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
        make(AttributeName.BIRTHDATE, BirthdateValidator(now = now))

    /** The postal address. */
    public val address: AuthenticationInformation<PostalAddress, AddressValidator.ErrorCode, AddressValidator>? =
        make(AttributeName.ADDRESS, AddressValidator())

    /** The nationality, as a two-letter country code (ISO 3166-1 alpha-2). */
    public val nationality: AuthenticationInformation<String, NationalityValidator.ErrorCode, NationalityValidator>? =
        make(AttributeName.NATIONALITY, NationalityValidator())

    /** The place of birth. */
    public val placeOfBirth: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.PLACE_OF_BIRTH)

    /** The gender. */
    public val gender: AuthenticationInformation<String, GenderValidator.ErrorCode, GenderValidator>? =
        make(AttributeName.GENDER, GenderValidator())

    /** The form of address, such as "Dr.". */
    public val salutation: AuthenticationInformation<String, NameValidator.ErrorCode, NameValidator>? =
        name(AttributeName.SALUTATION)

    /**
     * The mail address. If it needs verification, it cannot be supplied during an authentication.
     */
    public val email: AuthenticationInformation<String, EmailValidator.ErrorCode, EmailValidator>? =
        make(AttributeName.EMAIL, EmailValidator())

    /**
     * The telephone number. If it needs verification, it cannot be supplied during an authentication.
     */
    public val phoneNumber: AuthenticationInformation<String, PhoneNumberValidator.ErrorCode, PhoneNumberValidator>? =
        make(AttributeName.PHONE_NUMBER, PhoneNumberValidator())

    init {
        // An unknown optional attribute cannot be shown. It is left out, as if the user had declined it.
        if (this.requested.values.any { it.isRequired }) {
            throw XignSdkException(
                XignSdkErrorCode.CLIENT_TOO_OLD,
                "The service requires attributes that this version does not know. Update the app.",
            )
        }
    }

    private fun name(name: AttributeName): NameInformation? = make(name, NameValidator(name))

    private fun <Value : Any, Code, Validator : AttributeValidator<Value, Code>> make(
        name: AttributeName, validator: Validator,
    ): AuthenticationInformation<Value, Code, Validator>? where Code : Enum<Code>, Code : ValidationCode {
        val described = requested.remove(name.word) ?: return null
        return AuthenticationInformation<Value, Code, Validator>(described, validator).also { all[name] = it }
    }
}
