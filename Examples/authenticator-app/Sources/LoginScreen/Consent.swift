public import XignSDK

/// A request as the person sees it: the act, who asks, and for which attributes.
@MainActor
public struct Consent {
    /// The lines that say what is confirmed. Names, which anybody may have chosen, are on lines of their own.
    public let act: [String]
    /// The website with its address, which people compare with that of their browser.
    public let service: ServiceInformation
    /// The organization that runs it.
    public let organization: OrganizationInformation
    /// The roles to choose from.
    public let roles: [Role]
    /// The attributes that the website asks for, without the optional ones that only the operator can add.
    public let attributes: [PersonalAttribute]
    /// The values and permissions that have names and texts of the manager, without optional values that it does not
    /// have.
    public let additions: [AdditionalInformation]
    /// The manager whose words these are.
    public let manager: String
    /// True if the page shows two digits, which the person types.
    public let asksForDigits: Bool

    init(_ request: AuthenticateRequest) {
        if case .transaction(let transaction) = request.subject {
            act = transaction.text.map { part in
                switch part {
                case .literal(let words): words
                case .name(let name): "“\(name)”"
                }
            }
        } else {
            act = ["Log in"]
        }
        (service, organization) = (request.serviceInformation, request.organizationInformation)
        (roles, asksForDigits) = (request.roles, request.isPairingRequired)
        attributes = request.info.attributes.filter { $0.isRequired || !($0.isDataMissing && $0.needsVerification) }
        additions = request.info.additional.filter { $0.isRequired || !$0.isDataMissing }
        manager = request.idmIdentifier
    }
}
