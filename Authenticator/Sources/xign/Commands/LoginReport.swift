import Foundation
import Terminal
import XignSDK

/// A successful login, as JSON for programs.
struct LoginReport: Encodable {
    struct Organization: Encodable {
        let id: String
        let name: String
    }

    /// An attribute that the website received, without its value; or an addition, by the manager's words for both.
    struct Attribute: Encodable {
        let name: String
        /// `stored` for a value of the manager; `supplied` for a value entered during this login.
        let source: String
        let alias: String?
    }

    let idm: String
    let relyingPartyName: String
    let relyingPartyUrl: String?
    let role: String
    let organization: Organization
    let attributes: [Attribute]
    /// The permissions that the person gave, by the manager's words; absent without any.
    let permissions: [String]?
    let failedAttemptsSinceLastSuccess: Int
    /// The URL to open in the browser where the login began; only for a login that began with a link.
    let returnUrl: String?
    /// The authorization code for the app's backend; only for a login in an app.
    let code: String?
    /// The redirect URI that belongs to the code; only for a login through a Keycloak.
    let redirectUrl: String?

    init(
        _ result: some SuccessfulLogin, _ confirmed: Login.Confirmed, returnURL: URL? = nil,
        code: AuthorizationCode? = nil
    ) {
        idm = confirmed.request.idmIdentifier
        relyingPartyName = result.relyingPartyName
        relyingPartyUrl = result.relyingPartyUrl?.absoluteString
        role = result.roleName
        let information = result.organizationInformation
        organization = Organization(id: information.id, name: information.name)
        let additions = confirmed.attributes.additions
        attributes =
            confirmed.attributes.all.compactMap(Attribute.init)
            + additions.filter { !$0.isPermission }.compactMap(Attribute.init)
        let allowed = additions.filter { $0.isPermission && $0.decision != .leftOut }.map(\.name)
        permissions = allowed.isEmpty ? nil : allowed
        failedAttemptsSinceLastSuccess = result.failedAttemptsSinceLastSuccess
        returnUrl = returnURL?.absoluteString
        self.code = code?.text
        redirectUrl = code?.redirectURL?.absoluteString
    }
}

/// The members that the results of all kinds of logins have.
protocol SuccessfulLogin {
    var relyingPartyName: String { get }
    var relyingPartyUrl: URL? { get }
    var roleName: String { get }
    var organizationInformation: OrganizationInformation { get }
    var failedAttemptsSinceLastSuccess: Int { get }
}

extension UserLoginResult: SuccessfulLogin {}
extension ServiceLoginResult: SuccessfulLogin {}

extension AuthorizationCode {
    /// The code itself.
    var text: String {
        switch self {
        case .direct(let code, _), .keycloak(let code, _): code
        }
    }

    /// The redirect URI with which the backend redeems the code; nil for a code without one.
    fileprivate var redirectURL: URL? {
        switch self {
        case .direct: nil
        case .keycloak(_, let address): address
        }
    }
}

extension LoginReport.Attribute {
    /// Returns nil for an attribute that was left out.
    fileprivate init?(_ attribute: RequestedAttribute) {
        name = attribute.name.rawValue
        switch attribute.decision {
        case .stored(let alias): (source, self.alias) = ("stored", alias?.alias)
        case .supplied: (source, alias) = ("supplied", nil)
        case .leftOut, nil: return nil
        }
    }

    /// Returns nil for an addition that was left out.
    fileprivate init?(_ addition: RequestedAddition) {
        guard case .included(let alias) = addition.decision else { return nil }
        (name, source, self.alias) = (addition.name, "stored", alias.alias)
    }
}
