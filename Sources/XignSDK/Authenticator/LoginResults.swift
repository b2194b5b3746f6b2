import Foundation
internal import XignProtocol

/// The properties of a successful login, as the user confirmed them.
struct LoginInformation: Sendable, Hashable {
    let relyingPartyName: String
    let relyingPartyUrl: URL?
    let roleName: String
    let organizationInformation: OrganizationInformation
    let failedAttemptsSinceLastSuccess: Int
}

/// A successful login at a website, or another process that ends without a result of its own.
public struct UserLoginResult: Sendable, Hashable {
    /// The name of the service.
    public var relyingPartyName: String { login.relyingPartyName }
    /// The URL of the service.
    public var relyingPartyUrl: URL? { login.relyingPartyUrl }
    /// The name of the role that was used.
    public var roleName: String { login.roleName }
    /// The organization that runs the service.
    public var organizationInformation: OrganizationInformation { login.organizationInformation }
    /// The number of failed attempts with this activation since the previous success. Show it: more than the user
    /// remembers are an alarm.
    public var failedAttemptsSinceLastSuccess: Int { login.failedAttemptsSinceLastSuccess }
    /// The URL that returns the user to the browser after a login that began with a link on this device; nil after a
    /// scanned code.
    ///
    /// Open it at once, in the browser that the user came from and not inside the app: no other browser gets the
    /// result, and the URL expires after one minute. It always leads to the manager. It contains a secret: do not log
    /// it, and do not send it anywhere else (`docs/protocol.md`, section 6, "Return on the same device").
    public let returnURL: URL?
    /// The confirmed transaction, if the process was one: nobody is logged in then. Nil after a login.
    public let transaction: TransactionResult?

    private let login: LoginInformation

    init(_ login: LoginInformation, returnURL: URL? = nil, transaction: TransactionResult? = nil) {
        self.login = login
        self.returnURL = returnURL
        self.transaction = transaction
    }
}

/// The description leaves out the return URL, which contains a secret.
extension UserLoginResult: CustomStringConvertible {
    public var description: String { "UserLoginResult(\(relyingPartyName))" }
}

/// A successful login at this app's own service. Pass it to ``Authenticator/fetchAuthorizationCode(_:)->_``.
public struct ServiceLoginResult: Sendable {
    /// The name of the service.
    public var relyingPartyName: String { login.relyingPartyName }
    /// The URL of the service, if it has one.
    public var relyingPartyUrl: URL? { login.relyingPartyUrl }
    /// The name of the role that was used.
    public var roleName: String { login.roleName }
    /// The organization that runs the service.
    public var organizationInformation: OrganizationInformation { login.organizationInformation }
    /// The number of failed attempts with this activation since the previous success.
    public var failedAttemptsSinceLastSuccess: Int { login.failedAttemptsSinceLastSuccess }
    /// The client id of the service at the manager: of the app's own service, or of its Keycloak.
    public var clientId: String { process.service.id }

    /// The confirmed process, whose code is to be fetched.
    let process: AuthenticationProcess
    /// The secret that, with the cookie, leads back to the app's Keycloak.
    let returnSecret: SecretOctets?
    private let login: LoginInformation

    init(_ login: LoginInformation, of process: AuthenticationProcess, returnSecret: SecretOctets?) {
        self.login = login
        self.process = process
        self.returnSecret = returnSecret
    }
}

/// Two results are equal if they are of the same login.
extension ServiceLoginResult: Hashable {
    public static func == (one: ServiceLoginResult, other: ServiceLoginResult) -> Bool {
        one.process.session == other.process.session && one.login == other.login
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(process.session) }
}

/// The description leaves out the session's secrets.
extension ServiceLoginResult: CustomStringConvertible, CustomReflectable {
    public var description: String { "ServiceLoginResult(\(relyingPartyName))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
