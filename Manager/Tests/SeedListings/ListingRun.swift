import Synchronization
import XignSDK

/// Runs the documentation's listings about the authentication as they are printed, for a person who is made of
/// functions.
public struct ListingRun: Sendable {
    /// Types a given name.
    public var types: @Sendable (_ minLength: Int, _ maxLength: Int, _ errorText: String?) -> String
    /// Chooses one of several values.
    public var chooses: @Sendable (Set<PersonalInformationAlias>) -> PersonalInformationAlias
    public var pin: @Sendable () -> String

    public init(
        types: @escaping @Sendable (Int, Int, String?) -> String,
        chooses: @escaping @Sendable (Set<PersonalInformationAlias>) -> PersonalInformationAlias,
        pin: @escaping @Sendable () -> String
    ) {
        self.types = types
        self.chooses = chooses
        self.pin = pin
    }

    fileprivate static let current = Mutex<ListingRun?>(nil)

    /// From the start to the end of an authentication; blocks. One at a time, as the listings use `XignSdk.shared`.
    public func authenticate(_ data: AuthenticationInitializationData) throws {
        Self.current.withLock { $0 = self }
        defer { Self.current.withLock { $0 = nil } }
        try AuthenticationListings().startAuthentication(authenticationInitializationData: data)
    }
}

// What the listings leave to the app.

enum YourError: Error { case yourErrorCase }

enum YourImplementation {
    static func displayRoleSelection(_ roles: [Role]) -> Role { roles[0] }

    static func askTheUserForData(minLength: Int, maxLength: Int, errorText: String?) -> String {
        person.types(minLength, maxLength, errorText)
    }

    static func displayAliasSelection(_ aliases: Set<PersonalInformationAlias>) -> PersonalInformationAlias {
        person.chooses(aliases)
    }

    static func askUserForPin() -> String { person.pin() }
    static func getBiometricFactor() throws -> BiometricFactor { throw YourError.yourErrorCase }

    private static var person: ListingRun {
        guard let run = ListingRun.current.withLock({ $0 }) else { preconditionFailure("A listing runs for nobody.") }
        return run
    }
}
