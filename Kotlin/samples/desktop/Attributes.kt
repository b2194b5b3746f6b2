package org.xign.samples.desktop

import org.xign.sdk.AdditionalInformation
import org.xign.sdk.AttributeValidator
import org.xign.sdk.AuthenticationInformation
import org.xign.sdk.AuthenticationPersonalInformation
import org.xign.sdk.ValidationCode

/** The data that a service requests. The person confirms each optional one, and types what is missing. */
internal class Attributes(private val terminal: Terminal, private val info: AuthenticationPersonalInformation) {
    /** Returns false if the person refuses a required one, or if the app cannot supply it. */
    fun confirm(): Boolean =
        decide("Username", info.username) && decide("Nickname", info.nickname) &&
            decide("Given name", info.givenName) && decide("Family name", info.familyName) &&
            decide("Place of birth", info.placeOfBirth) && decide("Salutation", info.salutation) &&
            decide("Email address", info.email) && decide("Phone number", info.phoneNumber) &&
            keep("Birthdate", info.birthdate) && keep("Address", info.address) &&
            keep("Nationality", info.nationality) && keep("Gender", info.gender) && info.additional.all { decide(it) }

    /** Asks again for values that the manager has refused. */
    fun correct(): Boolean {
        terminal.fail("The manager did not accept some of the values.")
        return confirm()
    }

    private fun <Code, Validator : AttributeValidator<String, Code>> decide(
        name: String, attribute: AuthenticationInformation<String, Code, Validator>?,
    ): Boolean where Code : Enum<Code>, Code : ValidationCode {
        if (attribute == null || !attribute.isDataMissing) return keep(name, attribute)
        if (attribute.needsVerification) return keep(name, attribute)
        while (true) {
            val hint = if (attribute.isRequired) "" else ", empty to leave it out"
            val value = terminal.ask("$name, which the service receives$hint") ?: return false
            if (value.isEmpty() && !attribute.isRequired) return true
            val code = attribute.setValue(value)
            if (code.isValid) return true
            terminal.fail("This cannot be the value: $code.")
        }
    }

    /** Lets the person decide about a value or a permission, which has a name and texts of the manager's. */
    private fun decide(addition: AdditionalInformation): Boolean {
        val name = "“${addition.name}”, as the manager calls it"
        if (addition.isDataMissing) {
            terminal.show("$name: not sent, since the manager has no value. The organization can help.")
            return !addition.isRequired
        }
        val alias = terminal.choose(name, addition.aliases.toList()) { it.alias } ?: return !addition.isRequired
        addition.setSelection(alias)
        if (addition.kind == AdditionalInformation.Kind.PERMISSION) {
            terminal.show("The service asks you to allow: $name", "  ${alias.alias}")
            addition.isIncluded = terminal.confirm("Allow it? Not on a shared computer.")
        } else {
            terminal.show("The service receives: $name", "  ${alias.alias}")
            if (!addition.isRequired) addition.isIncluded = terminal.confirm("Send it?")
        }
        return true
    }

    /** Sends a value that the manager has, or leaves it out. */
    private fun keep(name: String, attribute: AuthenticationInformation<*, *, *>?): Boolean {
        if (attribute == null) return true
        if (attribute.isDataMissing) {
            terminal.show("$name: not sent, since the manager has no value")
            return !attribute.isRequired
        }
        val alias = terminal.choose("$name, which the service receives", attribute.aliases.toList()) { it.alias }
        if (alias != null) attribute.setSelection(alias)
        // An alias names a stored value. The device does not have the values themselves.
        terminal.show("The service receives: $name", "  stored" + alias?.let { ": ${it.alias}" }.orEmpty())
        if (!attribute.isRequired) attribute.isIncluded = terminal.confirm("Send it?")
        return true
    }
}
