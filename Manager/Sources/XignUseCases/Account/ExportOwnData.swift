import XignDomain
import XignProtocol
import XignStorage

/// Exports the data of a person as JSON: sorted members, no white space, times in UTC by ISO 8601.
/// `docs/accounts.md` describes the members, which are never changed, only added to.
struct ExportOwnData: Sendable {
    private struct Document: Encodable {
        let exportedAt: String
        let manager: String
        let account: AccountEntry
        let devices: [Device]
        let attributes: [Attribute]
        let keptByOperator: [KeptValue]
        let accountNames: [AccountName]
        let organizations: [String]
        let groups: [Groups]
        let browsers: [BrowserEntry]
        let rememberedLogins: [RepeatedLogin]
        let sharedLogins: [RepeatedLogin]
        let websites: [Website]
        let history: [Event]
    }

    private struct AccountEntry: Encodable {
        let name: String
        let active: Bool
        let language: String?
        /// The moment at which the recovery code was made; nil for an account without one.
        let recoveryCodeMadeAt: String?
    }

    private struct Device: Encodable {
        let activationId: String
        let alias: String?
        let state: String
        let platform: String?
        let keyStore: String?
        let issuedAt: String
        let since: String?
        let lastUsedAt: String?
        let lockedPermanently: Bool
    }

    private struct Attribute: Encodable {
        let attribute: String
        let alias: String
        let value: String
        let primary: Bool
        let verified: Bool
        /// `operator` or `code`; absent where the value is not verified.
        let verifiedBy: String?
    }

    /// A value that the operator keeps.
    private struct KeptValue: Encodable {
        let attribute: String
        let label: String
        let value: String
    }

    /// The name of the person's account at a website.
    private struct AccountName: Encodable {
        let website: String
        let name: String
    }

    /// The person's groups in an organization.
    private struct Groups: Encodable {
        let organization: String
        let groups: [String]
    }

    private struct Website: Encodable {
        struct Choice: Encodable {
            let attribute: String
            let alias: String
        }

        let service: String
        let displayName: String
        /// The subject by which the website knows the person.
        let sub: String?
        let roles: [String]
        let firstUsedAt: String?
        let lastUsedAt: String?
        let withdrawnAt: String?
        let choices: [Choice]
    }

    /// A browser that is logged in at a surface.
    private struct BrowserEntry: Encodable {
        let surface: String
        let since: String
        let lastUsedAt: String
        let activationId: String
        let network: String?
        /// The browser's own words for itself and its system.
        let browser: String?
        let system: String?

        init(_ session: BrowserSession) {
            surface = session.surface.rawValue
            since = session.createdAt.iso8601
            lastUsedAt = session.lastSeen.iso8601
            activationId = session.activationID.description
            network = session.network
            browser = session.browserKind?.product.rawValue
            system = session.browserKind?.system.rawValue
        }
    }

    private struct Event: Encodable {
        let time: String
        let event: String
        let activationId: String?
        let service: String?
        /// The network of the person's own browser; nil for an operator's.
        let network: String?
        let detail: String?
    }

    /// The number of events of the history at most: the newest ones.
    private static let maximumEvents = 10_000
    /// The events, and the websites, that one transaction reads: a long one keeps the database from clearing up.
    private static let batch = 500

    private let context: Context

    init(_ context: Context) { self.context = context }

    /// Reads the parts one after the other: what changes meanwhile may be in one part and not yet in another.
    /// - Throws: `StorageError` also where the account was removed meanwhile.
    func callAsFunction(_ id: AccountID) throws -> [UInt8] {
        let now = context.clock.now()
        let issuer = context.issuer.description
        let person = try context.database.read { transaction in
            guard let account = try transaction.accounts.find(id: id) else {
                throw StorageError(.other, "the account to export was removed")
            }
            let organizations = try transaction.organizations.organizations(of: id)
            let groups = try transaction.groups.all(of: id)
            return Person(
                account: AccountEntry(
                    name: account.name, active: account.isActive, language: account.language?.rawValue,
                    recoveryCodeMadeAt: try transaction.readableRecovery(of: id)?.madeAt.iso8601),
                devices: try transaction.activations.all(of: id).map(Self.device),
                attributes: try transaction.attributeValues.all(of: id).map {
                    Attribute(
                        attribute: $0.attribute.rawValue, alias: $0.alias, value: $0.text, primary: $0.isPrimary,
                        verified: $0.isVerified, verifiedBy: $0.verification?.rawValue)
                },
                kept: try transaction.declaredAttributeValues(of: id).map {
                    KeptValue(
                        attribute: $0.attribute.name,
                        label: $0.attribute.label.text(in: try transaction.language(of: account)), value: $0.text)
                },
                accountNames: try transaction.namesAtServices(of: id).map {
                    AccountName(website: $0.service.displayName, name: $0.name)
                },
                organizations: organizations.map(\.name),
                groups: organizations.compactMap { organization in
                    groups[organization.id].map { Groups(organization: organization.name, groups: $0.all) }
                })
        }
        let document = Document(
            exportedAt: now.iso8601, manager: issuer, account: person.account, devices: person.devices,
            attributes: person.attributes, keptByOperator: person.kept, accountNames: person.accountNames,
            organizations: person.organizations, groups: person.groups,
            browsers: try ListBrowserSessions(context)(id).map(BrowserEntry.init),
            rememberedLogins: try ListRememberedLogins(context)(id).map { RepeatedLogin($0) },
            sharedLogins: try ListSharedLogins(context)(id).map { RepeatedLogin($0) },
            websites: try websites(of: id),
            history: try history(of: id, at: now))
        return try MessageCoding.encode(document)
    }

    /// The parts of an account that one short transaction reads.
    private struct Person: Sendable {
        let account: AccountEntry
        let devices: [Device]
        let attributes: [Attribute]
        let kept: [KeptValue]
        let accountNames: [AccountName]
        let organizations: [String]
        let groups: [Groups]
    }

    private static func device(_ activation: Activation) -> Device {
        Device(
            activationId: activation.id.description, alias: activation.alias.isEmpty ? nil : activation.alias,
            state: activation.state.rawValue, platform: activation.platform, keyStore: activation.keyStore?.rawValue,
            issuedAt: activation.createdAt.iso8601, since: activation.personalizedAt?.iso8601,
            lastUsedAt: activation.lastUsedAt?.iso8601, lockedPermanently: activation.lockout.isPermanent)
    }

    /// The services that the person may log in to or has logged in to, by name.
    private func websites(of account: AccountID) throws -> [Website] {
        let (subjects, uses, choices, held) = try context.database.read { transaction in
            (
                try transaction.services.mappingIDs(of: account), try transaction.websiteUses.all(of: account),
                try transaction.chosenAliases.all(of: account), try transaction.services.roles(heldBy: account)
            )
        }
        let roles = Dictionary(grouping: held, by: \.service).mapValues { $0.map(\.role) }
        var ids = Set(subjects.keys).union(uses.map(\.serviceID))
        var services: [Service] = []
        for names in Array(roles.keys).batches(of: Self.batch) {
            services += try context.database.read { transaction in
                try names.compactMap { try transaction.services.find(name: $0) }
            }
        }
        ids.subtract(services.map(\.id))
        for ids in Array(ids).batches(of: Self.batch) {
            services += try context.database.read { transaction in
                try ids.compactMap { try transaction.services.find(id: $0) }
            }
        }
        return services.sorted { $0.name < $1.name }.map { service in
            let use = uses.first { $0.serviceID == service.id }
            return Website(
                service: service.name, displayName: service.displayName, sub: subjects[service.id]?.text,
                roles: roles[service.name] ?? [], firstUsedAt: use?.firstAt.iso8601, lastUsedAt: use?.lastAt.iso8601,
                withdrawnAt: use?.withdrawnAt?.iso8601,
                choices: choices.filter { $0.serviceID == service.id }.map {
                    Website.Choice(attribute: $0.attribute.rawValue, alias: $0.alias)
                })
        }
    }

    /// The events of the account, newest first.
    private func history(of account: AccountID, at now: Timestamp) throws -> [Event] {
        // Events are indexed up to a place. Later ones are read by their time, here alone.
        let (recent, place) = try context.database.read { transaction in
            (
                try transaction.history.recent(of: account, at: now).entries.map(\.event),
                AuditRange.after(try transaction.history.place())
            )
        }
        var (events, before, left) = (recent, place, Self.maximumEvents)
        while left > 0 {
            let (limit, end) = (min(left, Self.batch), before)
            let part = try context.database.read {
                try $0.history.newest(limit, of: account, about: HistoryTopic.allCases, before: end)
            }
            events += part.map(\.event)
            guard part.count == limit, let last = part.last else { break }
            (before, left) = (last.id, left - limit)
        }
        let names = try names(of: Set(events.compactMap(\.serviceID)))
        return events.filter { $0.historyTopic != nil }.map { event in
            Event(
                time: event.at.iso8601, event: event.kind.rawValue, activationId: event.activationID?.description,
                service: event.serviceID.flatMap { names[$0] },
                network: event.isByOperator ? nil : event.network, detail: event.detail)
        }
    }

    private func names(of services: Set<ServiceID>) throws -> [ServiceID: String] {
        var names: [ServiceID: String] = [:]
        for ids in Array(services).batches(of: Self.batch) {
            let found = try context.database.read { transaction in
                try ids.compactMap { try transaction.services.find(id: $0) }
            }
            for service in found { names[service.id] = service.name }
        }
        return names
    }
}

extension Array {
    /// Splits the array into parts of at most `count` elements.
    fileprivate func batches(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
