import XignWording

/// An event of the audit log, as the console shows it.
package struct AuditEventModel: Sendable, Equatable {
    /// The party that acted.
    package enum Actor: Sendable, Equatable {
        case person, manager, website
        /// An administrator or auditor, by the user name; nil where the account is gone.
        case administrator(String?)
        /// A command, by the name of the user at the operating system.
        case machine(String)
    }

    package enum Service: Sendable, Equatable {
        case accountPages, console
        /// A service of others; nil where it is gone.
        case named(String?)
    }

    /// The event's address.
    var id: String
    var at: Moment
    var kind: AuditKind
    var actor: Actor
    /// The user name; nil where the account is gone or none is concerned.
    var account: String?
    /// The account's public id; nil where none is known.
    var accountID: String?
    /// The name of the device; nil where it is gone or none is concerned, empty for one without a name.
    var device: String?
    var service: Service
    var network: String?
    /// The reason of an administrator, or the manager's explanation.
    var detail: String?
    var hasEvidence: Bool

    package init(
        id: String, at: Moment, kind: AuditKind, actor: Actor, account: String?, accountID: String?, device: String?,
        service: Service, network: String?, detail: String?, hasEvidence: Bool
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.actor = actor
        self.account = account
        self.accountID = accountID
        self.device = device
        self.service = service
        self.network = network
        self.detail = detail
        self.hasEvidence = hasEvidence
    }

    var address: String { "\(ConsoleSection.audit.address)/events/\(id)" }

    func sentence(in wording: any Wording) -> Phrase {
        let words = wording.console.audit
        return words.sentence(
            kind, account: account ?? words.removed, device: deviceName(in: wording), service: serviceName(in: wording))
    }

    func deviceName(in wording: any Wording) -> String {
        let words = wording.console.audit
        guard let device else { return words.removed }
        return device.isEmpty ? words.unnamedDevice : device
    }

    func serviceName(in wording: any Wording) -> String {
        let words = wording.console.audit
        return switch service {
        case .accountPages: words.accountPages
        case .console: words.console
        case .named(let name): name ?? words.removed
        }
    }

    /// The detail, with an identity check in words.
    ///
    /// Only acts that need a check are looked at: in any other reason, the word could be the administrator's own.
    func detail(in wording: any Wording) -> HTML? {
        guard let detail else { return nil }
        guard [.deviceUnlocked, .recoveryIssued].contains(kind) else { return HTML.isolated(detail) }
        for check in IdentityCheckKind.allCases where detail.hasPrefix("\(check.rawValue): ") {
            let reason = String(detail.dropFirst(check.rawValue.count + 2))
            return "\(wording.console.reason.identityCheck(check)): \(HTML.isolated(reason))"
        }
        return HTML.isolated(detail)
    }

    func actor(in wording: any Wording) -> Phrase {
        let words = wording.console.audit
        return switch actor {
        case .person: Phrase(stringLiteral: words.byPerson)
        case .manager: Phrase(stringLiteral: words.byManager)
        case .website: Phrase(stringLiteral: words.byWebsite)
        case .administrator(let name): words.byOperator(name ?? words.removed)
        case .machine(let name): words.atMachine(name)
        }
    }
}
