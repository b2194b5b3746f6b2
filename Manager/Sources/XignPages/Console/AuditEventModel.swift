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
    /// The reason of an administrator or the manager's explanation, as the log keeps it: in English.
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

    private var isByOperator: Bool {
        switch actor {
        case .administrator, .machine: true
        case .person, .website, .manager: false
        }
    }

    /// The detail in the reader's language, a paragraph for each note; nil where it says no more than the event.
    func notes(in wording: any Wording) -> HTML? {
        let notes = detail.map { AuditNote.notes(of: kind, detail: $0, isReason: isByOperator) } ?? []
        let organization = organization.map { $0.name ?? wording.console.audit.removed }
        let paragraphs: [HTML] = notes.map { note in
            let words = wording.console.auditNotes.words(
                note, attributes: note.changedData.map { wording.account.data.name($0) }, organization: organization)
            return "<p class=\"muted\">\(words, value: HTML.isolated)</p>\n"
        }
        return paragraphs.isEmpty ? nil : "\(paragraphs)"
    }

    func actor(in wording: any Wording) -> Phrase {
        let words = wording.console.audit
        return switch actor {
        case .person: account.map { "\($0.name(in: wording))" } ?? Phrase(stringLiteral: words.byPerson)
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
