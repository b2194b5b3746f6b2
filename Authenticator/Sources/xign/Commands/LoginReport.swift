import Terminal
import XignSDK

/// A login that succeeded, for programs.
struct LoginReport: Encodable {
    struct Organization: Encodable {
        let id: String
        let name: String
    }

    /// What the website received, never the value of it.
    struct Attribute: Encodable {
        let name: String
        /// `stored`: the manager had it; `supplied`: it was given during this login.
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
    /// To be opened in the browser where the login began; only after a link on this device.
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
    /// Nil for what was left out.
    fileprivate init?(_ attribute: RequestedAttribute) {
        name = attribute.known.name
        switch attribute.decision {
        case .stored(let alias): (source, self.alias) = ("stored", alias?.alias)
        case .supplied: (source, alias) = ("supplied", nil)
        case .leftOut, nil: return nil
        }
    }
}
