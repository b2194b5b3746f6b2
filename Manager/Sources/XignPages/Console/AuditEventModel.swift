import XignDomain
import XignWording

/// An event of the audit log, as the console shows it.
package struct AuditEventModel: Sendable, Equatable {
    package typealias Actor = ShownActor<Person>

    /// A person, as the reader may know them.
    package enum Person: Sendable, Equatable {
        /// For operators of the manager.
        case account(KnownAccount)
        /// For operators of an organization: one of its administrators, by the user name.
        case administrator(String)
        /// For operators of an organization: the id that the service knows (`sub`), or that of the membership.
        case subject(String)
        case member(String)
        case noMember
    }

    package enum Place: Sendable, Equatable {
        case accountPages, console
        /// A service of others; nil where it is gone.
        case named(String?)
    }

    package struct KnownAccount: Sendable, Equatable {
        var name: String
        /// The public id, base64url.
        var id: String
        /// The beginning of the id, as in the sentences of acts.
        var shortID: String

        package init(name: String, id: String, shortID: String) {
            self.name = name
            self.id = id
            self.shortID = shortID
        }
    }

    package struct Device: Sendable, Equatable {
        /// The beginning of the id for a device without a name.
        var name: String
        /// The beginning of the id.
        var id: String

        package init(name: String, id: String) {
            self.name = name
            self.id = id
        }
    }

    package struct Organization: Sendable, Equatable {
        /// Nil where the organization is gone.
        var name: String?
        /// Nil for the organization of the service.
        var id: String?

        package init(name: String?, id: String?) {
            self.name = name
            self.id = id
        }
    }

    /// The event's address.
    var id: String
    var at: Moment
    var kind: AuditEvent.Kind
    var actor: Actor
    /// Nil where the account is gone or none is concerned.
    var account: Person?
    /// Nil where none is concerned, and for operators of an organization.
    var device: Device?
    var service: Place
    /// Nil where none is concerned.
    var organization: Organization?
    var network: String?
    /// The reason of an administrator, or the manager's explanation.
    var detail: String?
    var hasEvidence: Bool

    package init(
        id: String, at: Moment, kind: AuditEvent.Kind, actor: Actor, account: Person?, device: Device?, service: Place,
        organization: Organization?, network: String?, detail: String?, hasEvidence: Bool
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.actor = actor
        self.account = account
        self.device = device
        self.service = service
        self.organization = organization
        self.network = network
        self.detail = detail
        self.hasEvidence = hasEvidence
    }

    var address: String { "\(ConsoleSection.audit.address)/events/\(id)" }

    func sentence(in wording: any Wording) -> Phrase {
        let words = wording.console.audit
        return wording.events.words(
            for: kind, account: account?.name(in: wording) ?? words.removed, device: device?.name ?? words.hiddenDevice,
            service: serviceName(in: wording)
        ).log
    }

    func serviceName(in wording: any Wording) -> String {
        let words = wording.console.audit
        return switch service {
        case .accountPages: words.accountPages
        case .console: words.console
        case .named(let name): name ?? words.removed
        }
    }

    /// The detail, with an identity check or a right in words.
    ///
    /// Only the events that begin with one are looked at: in any other reason, the word could be the administrator's
    /// own.
    func detail(in wording: any Wording) -> HTML? {
        guard let detail else { return nil }
        switch kind {
        case .deviceUnlocked, .recoveryIssued:
            for check in Reason.IdentityCheck.allCases where detail.hasPrefix("\(check.rawValue): ") {
                let reason = String(detail.dropFirst(check.rawValue.count + 2))
                return "\(wording.console.reason.identityCheck(check)): \(HTML.isolated(reason))"
            }
        case .grantGiven, .grantWithdrawn:
            let organization = organization.map { $0.name ?? wording.console.audit.removed }
            for right in AdministratorGrant.Role.allCases where detail.hasPrefix("\(right.rawValue), \(grantScope)") {
                let words = wording.console.accounts.right(right, organization: organization)
                let reason = String(detail.dropFirst("\(right.rawValue), \(grantScope): ".count))
                return "\(words, value: HTML.isolated)\(reason.isEmpty ? "" : ": \(HTML.isolated(reason))" as HTML)"
            }
        default: break
        }
        return HTML.isolated(detail)
    }

    /// The scope of a grant, in the words of the audit log.
    private var grantScope: String { organization?.id.map { "organization \($0)" } ?? "manager" }

    func actor(in wording: any Wording) -> Phrase {
        let words = wording.console.audit
        return switch actor {
        case .person: Phrase(stringLiteral: words.byPerson)
        case .manager: Phrase(stringLiteral: words.byManager)
        case .website: Phrase(stringLiteral: words.byWebsite)
        case .administrator(let person): words.byOperator(person?.name(in: wording) ?? words.removed)
        case .machine(let name?): words.atMachine(name)
        case .machine(nil): Phrase(stringLiteral: words.atMachineOfManager)
        }
    }
}

extension AuditEventModel.Person {
    /// The name or the id, in a sentence.
    func name(in wording: any Wording) -> String {
        switch self {
        case .account(let account): account.name
        case .administrator(let name): name
        case .subject(let id), .member(let id): id
        case .noMember: wording.console.audit.noMember
        }
    }
}
