package org.xign.sdk.testing

/** A login that a website begins: set what the app shall see, then pass it to [TestManager.login]. */
public class TestLogin {
    /** The website's name. */
    public var service: String = "Shop"

    /** The website's address. */
    public var address: String = "https://shop.example.org"

    /** The name of the organization that runs the website. */
    public var organization: String = "Shop Ltd."

    /** The names of the roles to choose from. */
    public var roles: List<String> = listOf("Customer")

    /** True if the user may be recognized by biometrics in place of the PIN. */
    public var acceptsBiometrics: Boolean = false

    /** The attributes by their names in OpenID Connect, such as `email` and `givenName`. */
    public var attributes: Map<String, Attribute> = mapOf()

    /**
     * The values and permissions by the text that the user sees, such as `Groups`: at most 64 bytes. Apps see them that
     * show additional information.
     */
    public var additions: Map<String, Addition> = mapOf()

    /** The names of attributes whose value the manager refuses once. */
    public var refused: Set<String> = setOf()

    /** The two digits that the page shows, if the data of its QR code are opened and not scanned; null for none. */
    public var digits: String? = null

    /** An attribute that the website asks for. */
    public class Attribute internal constructor(
        internal val isRequired: Boolean, internal val isMissing: Boolean, internal val mustBeVerified: Boolean,
        internal val aliases: List<String>, internal val kind: String? = null,
    ) {
        public companion object {
            /** The manager has one value, which the user confirms. */
            @JvmStatic
            public fun stored(isRequired: Boolean): Attribute = Attribute(isRequired, false, false, listOf())

            /**
             * The manager has no value: the user types one.
             *
             * @param mustBeVerified true if only the operator can add it.
             */
            @JvmStatic
            @JvmOverloads
            public fun missing(isRequired: Boolean, mustBeVerified: Boolean = false): Attribute =
                Attribute(isRequired, true, mustBeVerified, listOf())

            /** The manager has several values, by these names. The user chooses one. */
            @JvmStatic
            public fun aliases(names: List<String>, isRequired: Boolean): Attribute =
                Attribute(isRequired, false, false, names)
        }
    }

    /** A value that the manager names itself, or a permission. */
    public class Addition private constructor(internal val attribute: Attribute) {
        public companion object {
            /** The website receives a value: the manager has those with these texts. Without any, none is stored. */
            @JvmStatic
            public fun value(texts: List<String>, isRequired: Boolean): Addition =
                Addition(Attribute(isRequired, texts.isEmpty(), true, texts, "value"))

            /** The user allows something, with this extent. */
            @JvmStatic
            public fun permission(extent: String): Addition =
                Addition(Attribute(false, false, true, listOf(extent), "permission"))
        }
    }

    /** All that the website asks for, by name. */
    internal val requested: Map<String, Attribute> get() = attributes + additions.mapValues { it.value.attribute }
}
