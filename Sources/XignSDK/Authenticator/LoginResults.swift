import Foundation

/// A login that succeeded, in the words that the user confirmed.
struct LoginInformation: Sendable, Hashable {
    let relyingPartyName: String
    let relyingPartyUrl: URL?
    let roleName: String
    let organizationInformation: OrganizationInformation
    let failedAttemptsSinceLastSuccess: Int
}

/// A login at a website.
public struct UserLoginResult: Sendable, Hashable {
    /// The name of the service.
    public var relyingPartyName: String { login.relyingPartyName }
    /// The address of the service.
    public var relyingPartyUrl: URL? { login.relyingPartyUrl }
    /// The role that was used.
    public var roleName: String { login.roleName }
    /// Who runs the service.
    public var organizationInformation: OrganizationInformation { login.organizationInformation }
    /// How many attempts with this activation failed since the last success before this one. More than the user remembers is an
    /// alarm: show it.
    public var failedAttemptsSinceLastSuccess: Int { login.failedAttemptsSinceLastSuccess }
    /// Where to send the user back after a login that a link on this device began; nil after a scanned code.
    ///
    /// Open it at once, in the browser that the user came from, and nowhere in the app: no other browser gets the result, and after
    /// a minute none does. It always leads to the manager. It carries a secret: do not log it, and do not send it anywhere else.
    public let returnURL: URL?

    private let login: LoginInformation

    init(_ login: LoginInformation, returnURL: URL? = nil) {
        self.login = login
        self.returnURL = returnURL
    }
}

/// Without the return URL: it carries a secret.
extension UserLoginResult: CustomStringConvertible {
    public var description: String { "UserLoginResult(\(relyingPartyName))" }
}

/// A login at this app's own service. Hand it to ``Authenticator/fetchAuthorizationCode(_:)->_``.
public struct ServiceLoginResult: Sendable, Hashable {
    /// The name of the service.
    public var relyingPartyName: String { login.relyingPartyName }
    /// The address of the service, if it has one.
    public var relyingPartyUrl: URL? { login.relyingPartyUrl }
    /// The role that was used.
    public var roleName: String { login.roleName }
    /// Who runs the service.
    public var organizationInformation: OrganizationInformation { login.organizationInformation }
    /// How many attempts with this activation failed since the last success before this one.
    public var failedAttemptsSinceLastSuccess: Int { login.failedAttemptsSinceLastSuccess }
    /// The client id of the service.
    public let clientId: String

    private let login: LoginInformation

    init(_ login: LoginInformation, clientId: String) {
        self.login = login
        self.clientId = clientId
    }
}
