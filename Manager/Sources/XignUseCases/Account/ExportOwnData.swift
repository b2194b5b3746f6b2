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
        let organizations: [String]
        let websites: [Website]
        let history: [Event]
    }

    private struct AccountEntry: Encodable {
        let name: String
        let active: Bool
        let language: String?
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

    private let context: Context

    init(_ context: Context) { self.context = context }

    /// - Throws: `StorageError` also where the account was removed meanwhile.
    func callAsFunction(_ id: AccountID) throws -> [UInt8] {
        let now = context.clock.now()
        let issuer = context.issuer.description
        let document = try context.database.read { transaction in
            guard let account = try transaction.accounts.find(id: id) else {
                throw StorageError(.other, "the account to export was removed")
            }
            return Document(
                exportedAt: now.iso8601, manager: issuer,
                account: AccountEntry(
                    name: account.name, active: account.isActive, language: account.language?.rawValue),
                devices: try transaction.activations.all(of: id).map(Self.device),
                attributes: try transaction.attributeValues.all(of: id).map {
                    Attribute(
                        attribute: $0.attribute.rawValue, alias: $0.alias, value: $0.text, primary: $0.isPrimary,
                        verified: $0.isVerified)
                },
                organizations: try transaction.organizations.organizations(of: id).map(\.name),
                websites: try Self.websites(of: id, transaction),
                history: try Self.history(of: id, at: now, transaction))
        }
        return try MessageCoding.encode(document)
    }

    private static func device(_ activation: Activation) -> Device {
        Device(
            activationId: activation.id.description, alias: activation.alias.isEmpty ? nil : activation.alias,
            state: activation.state.rawValue, platform: activation.platform, keyStore: activation.keyStore?.rawValue,
            issuedAt: activation.createdAt.iso8601, since: activation.personalizedAt?.iso8601,
            lastUsedAt: activation.lastUsedAt?.iso8601, lockedPermanently: activation.lockout.isPermanent)
    }

    /// The services that the person may log in to or has logged in to.
    private static func websites(of account: AccountID, _ transaction: any Transaction) throws -> [Website] {
        let subjects = try transaction.services.mappingIDs(of: account)
        let uses = try transaction.websiteUses.all(of: account)
        let choices = try transaction.chosenAliases.all(of: account)
        return try transaction.services.all().compactMap { service in
            let roles = try transaction.services.roles(of: service.id, heldBy: account).map(\.name)
            let use = uses.first { $0.serviceID == service.id }
            guard !roles.isEmpty || subjects[service.id] != nil || use != nil else { return nil }
            return Website(
                service: service.name, displayName: service.displayName, sub: subjects[service.id]?.text,
                roles: roles, firstUsedAt: use?.firstAt.iso8601, lastUsedAt: use?.lastAt.iso8601,
                withdrawnAt: use?.withdrawnAt?.iso8601,
                choices: choices.filter { $0.serviceID == service.id }.map {
                    Website.Choice(attribute: $0.attribute.rawValue, alias: $0.alias)
                })
        }
    }

    /// The events of the account, newest first.
    private static func history(
        of account: AccountID, at now: Timestamp, _ transaction: any Transaction
    ) throws -> [Event] {
        let recent = try transaction.history.recent(of: account, at: now).entries
        let indexed = try transaction.history.newest(
            maximumEvents, of: account, about: HistoryTopic.allCases, until: nil)
        return try (recent + indexed).map(\.event).filter { $0.historyTopic != nil }.map { event in
            Event(
                time: event.at.iso8601, event: event.kind.rawValue, activationId: event.activationID?.description,
                service: try event.serviceID.flatMap { try transaction.services.find(id: $0)?.name },
                network: event.isByOperator ? nil : event.network, detail: event.detail)
        }
    }
}
