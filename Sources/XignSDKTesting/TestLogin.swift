/// A login that a website begins: set what the app shall see, then pass it to ``TestManager/login(_:)``.
public struct TestLogin: Sendable {
    /// An attribute that the website asks for.
    public enum Attribute: Sendable {
        /// The manager has one value, which the user confirms.
        case stored(isRequired: Bool)
        /// The manager has no value: the user types one. Where it must be verified, only the operator can add it.
        case missing(isRequired: Bool, mustBeVerified: Bool = false)
        /// The manager has several values, by these names. The user chooses one.
        case aliases([String], isRequired: Bool)
    }

    /// A value that the manager names itself, or a permission. Apps see them that show additional information.
    public enum Addition: Sendable {
        /// The website receives a value: the manager has those with these texts. Without any, none is stored.
        case value([String], isRequired: Bool)
        /// The user allows something, with this extent.
        case permission(String)
    }

    /// The website's name.
    public var service = "Shop"
    /// The website's address.
    public var address = "https://shop.example.org"
    /// The name of the organization that runs the website.
    public var organization = "Organization"
    /// The names of the roles to choose from.
    public var roles = ["User"]
    /// True if the user may be recognized by biometrics in place of the PIN.
    public var acceptsBiometrics = false
    /// The attributes by their names in OpenID Connect, such as `email` and `givenName`.
    public var attributes: [String: Attribute] = [:]
    /// The values and permissions by the text that the user sees, such as `Groups`: at most 64 bytes.
    public var additions: [String: Addition] = [:]
    /// The names of attributes whose value the manager refuses once.
    public var refused: Set<String> = []
    /// The two digits that the page shows, if the data of its QR code are opened and not scanned; nil for none.
    public var digits: String?

    /// Makes a login at the website "Shop", which asks for nothing but device and PIN.
    public init() {}
}
