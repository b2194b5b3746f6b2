package org.xign.protocol

// The parties of a process and what they ask for, for the user to see (docs/protocol.md, section 5). They are read like
// messages: unknown members are ignored.

private const val MAXIMUM_DESCRIPTION_LENGTH = 4096

/** A service. The origin is that of the redirect URI in use; `app` for InApp-Authentication. */
internal data class DescribedService(val id: String, val name: String, val origin: String, val description: String?) {
    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): DescribedService = Members.open(value) {
            DescribedService(identifier("id"), displayText("name"), displayText("origin"), description("description"))
        }
    }
}

/** The organization of a service. The address has lines. */
internal data class DescribedOrganization(
    val id: String, val name: String, val website: String?, val address: String?, val description: String?,
) {
    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): DescribedOrganization = Members.open(value) {
            val address = optionalText("address")
            demand(address == null || address.split('\n').all(DisplayText::isValid), "address")
            DescribedOrganization(
                identifier("id"), displayText("name"), description("website"), address, description("description"),
            )
        }
    }
}

/** A role that the user holds at the service, with the sets of factors of which one must sign. */
internal data class DescribedRole(val id: String, val name: String, val alternatives: List<List<FactorType>>) {
    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): DescribedRole = Members.open(value) {
            DescribedRole(identifier("id"), displayText("name"), readAlternatives(list("alternatives")))
        }
    }
}

/** An attribute that a service requests, with the names of the user's values and never a value. */
internal data class DescribedAttribute(
    /** True if the login is impossible without a value. */
    val isRequired: Boolean,
    /** True if the manager has no value that the service accepts. */
    val isMissing: Boolean,
    /** True if the service accepts only verified values. */
    val mustBeVerified: Boolean,
    val aliases: List<Alias>,
    /** The kind of an addition: an attribute beyond the twelve, whose name is shown. Null for one of the twelve. */
    val kind: String? = null,
) {
    /** The name that the user gave to one value. Of an addition, the words of the manager. */
    data class Alias(val id: String, val text: String, val isPrimary: Boolean)

    companion object {
        /** @throws MalformedException */
        fun read(value: JsonValue): DescribedAttribute = Members.open(value) {
            DescribedAttribute(
                flag("isRequired"), flag("isMissing"), flag("mustBeVerified"), list("aliases").map(::alias),
                optionalText("kind"),
            )
        }

        private fun alias(value: JsonValue): Alias = Members.open(value) {
            Alias(identifier("id"), displayText("text"), flag("isPrimary"))
        }
    }
}

/** Reads a text with line breaks that describes something. */
private fun Members.description(name: String): String? = optionalText(name)?.also { text ->
    val isShown = text.toByteArray().size <= MAXIMUM_DESCRIPTION_LENGTH && text.isWellFormed() &&
        text.codePointList().none { it != '\n'.code && isInvisible(it) }
    demand(isShown, name)
}
