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

    /** The names of attributes whose value the manager refuses once. */
    public var refused: Set<String> = setOf()

    /** The two digits that the page shows, if the data of its QR code are opened and not scanned; null for none. */
    public var digits: String? = null

    /** An attribute that the website asks for. */
    public class Attribute private constructor(
        internal val isRequired: Boolean, internal val isMissing: Boolean, internal val mustBeVerified: Boolean,
        internal val aliases: List<String>,
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
}
