import XignDomain
import XignProtocol

extension ExportOwnData {
    /// A login that a browser repeats without the device: a remembered one at a website, or a shared one.
    struct RepeatedLogin: Encodable {
        var service: String?
        var organization: String?
        /// The websites at which a shared login was used so far.
        var services: [String]?
        let since: String
        let lastUsedAt: String
        let endsAt: String
        let activationId: String
        let network: String?
        let browser: String?
        let system: String?

        private init(_ cookie: PersistentCookie, of activation: ActivationID, endsAt end: Timestamp) {
            since = cookie.createdAt.iso8601
            lastUsedAt = cookie.lastUsedAt.iso8601
            endsAt = end.iso8601
            activationId = activation.description
            network = cookie.browser.network
            browser = cookie.browser.kind?.product.rawValue
            system = cookie.browser.kind?.system.rawValue
        }

        init(_ entry: ListRememberedLogins.Entry) {
            let remembered = entry.remembered
            self.init(remembered.cookie, of: remembered.login.activationID, endsAt: entry.endsAt)
            service = entry.service.name
        }

        init(_ entry: ListSharedLogins.Entry) {
            self.init(entry.shared.cookie, of: entry.shared.activationID, endsAt: entry.endsAt)
            organization = entry.organization.name
            services = entry.websites.map(\.name)
        }
    }
}
