package org.xign.protocol

import java.time.LocalDate

/** The form of an attribute's canonical text. */
internal sealed class AttributeForm {
    class Text(val maximum: Int) : AttributeForm()

    /** A text without white space. */
    class OneWord(val maximum: Int) : AttributeForm()

    object Day : AttributeForm()

    object Address : AttributeForm()

    object Country : AttributeForm()

    object Email : AttributeForm()

    object PhoneNumber : AttributeForm()
}

/** An attribute of a user that a service can request (docs/protocol.md, section 5). */
internal enum class AttributeName(override val word: String, val form: AttributeForm) : Word {
    USERNAME("username", AttributeForm.OneWord(64)),
    NICKNAME("nickname", AttributeForm.Text(100)),
    GIVEN_NAME("givenName", AttributeForm.Text(100)),
    FAMILY_NAME("familyName", AttributeForm.Text(100)),
    BIRTHDATE("birthdate", AttributeForm.Day),
    ADDRESS("address", AttributeForm.Address),
    NATIONALITY("nationality", AttributeForm.Country),
    PLACE_OF_BIRTH("placeOfBirth", AttributeForm.Text(100)),
    GENDER("gender", AttributeForm.Text(50)),
    SALUTATION("salutation", AttributeForm.Text(40)),
    EMAIL("email", AttributeForm.Email),
    PHONE_NUMBER("phoneNumber", AttributeForm.PhoneNumber);

    /**
     * Returns true for the one text in which a value is sent, digested, stored and released.
     *
     * @param today the last day that is accepted as a birthdate.
     */
    fun accepts(text: String, today: LocalDate): Boolean = when (form) {
        is AttributeForm.Text -> CanonicalText.isCanonical(text, form.maximum)
        is AttributeForm.OneWord -> CanonicalText.isCanonical(text, form.maximum) && text == text.withoutWhiteSpace()
        AttributeForm.Day -> Birthdate.read(text)?.let { it >= Birthdate.EARLIEST && it <= today } ?: false
        AttributeForm.Address -> AddressText.read(text) != null
        AttributeForm.Country -> text in Countries.codes
        AttributeForm.Email -> EmailAddress.isCanonical(text)
        AttributeForm.PhoneNumber -> PhoneNumber.isCanonical(text)
    }
}
