import Terminal
import XignSDK

/// A successful login, as JSON for programs.
struct LoginReport: Encodable {
    struct Organization: Encodable {
        let id: String
        let name: String
    }

    /// An attribute that the website received, without its value.
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
    let failedAttemptsSinceLastSuccess: Int
    /// The URL to open in the browser where the login began; only for a login that began with a link.
    let returnUrl: String?

    init(_ result: UserLoginResult, _ attributes: RequestedAttributes, idmIdentifier: String) {
        idm = idmIdentifier
        relyingPartyName = result.relyingPartyName
        relyingPartyUrl = result.relyingPartyUrl?.absoluteString
        role = result.roleName
        let information = result.organizationInformation
        organization = Organization(id: information.id, name: information.name)
        self.attributes = attributes.all.compactMap(Attribute.init)
        failedAttemptsSinceLastSuccess = result.failedAttemptsSinceLastSuccess
        returnUrl = result.returnURL?.absoluteString
    }
}

extension LoginReport.Attribute {
    /// Returns nil for an attribute that was left out.
    fileprivate init?(_ attribute: RequestedAttribute) {
        name = attribute.known.name
        switch attribute.decision {
        case .stored(let alias): (source, self.alias) = ("stored", alias?.alias)
        case .supplied: (source, alias) = ("supplied", nil)
        case .leftOut, nil: return nil
        }
    }
}
