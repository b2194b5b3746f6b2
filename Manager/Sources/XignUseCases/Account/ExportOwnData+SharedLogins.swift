import XignDomain

extension ExportOwnData {
    /// A login that a browser shares at the websites of an organization.
    struct SharedEntry: Encodable {
        let organization: String
        /// The websites that were used so far.
        let services: [String]
        let since: String
        let lastUsedAt: String
        let endsAt: String
        let activationId: String
        let network: String?
        let browser: String?
        let system: String?

        init(_ entry: ListSharedLogins.Entry) {
            let shared = entry.shared
            organization = entry.organization.name
            services = entry.websites.map(\.name)
            since = shared.createdAt.iso8601
            lastUsedAt = shared.lastUsedAt.iso8601
            endsAt = entry.endsAt.iso8601
            activationId = shared.activationID.description
            network = shared.network
            browser = shared.browserKind?.product.rawValue
            system = shared.browserKind?.system.rawValue
        }
    }
}
