import XignDomain

/// The audit log: its filter, its evidence and its export.
package protocol ConsoleAuditWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    /// The explanation for operators of an organization: the ids in the place of names.
    var explanationOfOrganization: String { get }

    // Filter
    /// The name of the filter for screen readers.
    var filter: String { get }
    var from: String { get }
    var to: String { get }
    /// The label of the choice of a part.
    var what: String { get }
    /// - Parameter topic: nil for everything but the steps.
    func topic(_ topic: AuditTopic?) -> String
    /// The label of the name or id of an account.
    var whom: String { get }
    var whomHint: String { get }
    var whomHintOfOrganization: String { get }
    var show: String { get }
    func flaw(_ flaw: AuditFilterFlaw) -> String

    // List
    var empty: String { get }
    /// The search has ended before the last event of these days.
    var moreToSearch: String { get }
    var searchFurther: String { get }
    /// The headings of the table. The times in it are in UTC.
    var timeInUTC: String { get }
    var whatHappened: String { get }
    /// The link to an event that a device has confirmed.
    var evidence: String { get }
    /// The link to any other event.
    var details: String { get }

    // Export
    var export: String { get }
    var exportExplanation: String { get }

    // Values of the events' sentences, and who acted
    /// An account, a service or an organization that is gone.
    var removed: String { get }
    /// A person whom neither a service of the organization nor the organization knows.
    var noMember: String { get }
    /// A device, for operators of an organization.
    var hiddenDevice: String { get }
    var accountPages: String { get }
    var console: String { get }
    /// A person whose account is gone, by a device of that account.
    var byPerson: String { get }
    func byOperator(_ account: String) -> Phrase
    /// A command at the machine, by the name of the user at the operating system.
    func atMachine(_ name: String) -> Phrase
    /// A command at the machine, for operators of an organization.
    var atMachineOfManager: String { get }
    var byManager: String { get }
    var byWebsite: String { get }

    // One event
    var eventTitle: String { get }
    var time: String { get }
    var account: String { get }
    /// The id by which a service knows the person concerned.
    var subject: String { get }
    /// The id of the membership of the person concerned.
    var member: String { get }
    var device: String { get }
    var service: String { get }
    var organization: String { get }
    var actor: String { get }
    var networkTerm: String { get }
    /// The reason of an administrator, or an explanation by the manager.
    var detail: String { get }
    /// The heading of the event as the log keeps it.
    var stored: String { get }
    /// The label of the detail as the log keeps it, in English.
    var storedDetail: String { get }
    /// The name of the event, for those who search logs by it.
    var name: String { get }
    var process: String { get }

    // Evidence
    var evidenceTitle: String { get }
    var secondEvidenceTitle: String { get }
    var noEvidence: String { get }
    /// The statement was erased with its account.
    var erasedEvidence: String { get }
    /// The erased statement, for operators of an organization, who have no SHA-256.
    var erasedEvidenceOfOrganization: String { get }
    /// The reason why operators of an organization get no statement.
    var evidenceOfManager: String { get }
    var evidenceExplanation: String { get }
    /// The sentence that the device showed.
    var shown: String { get }
    var signedBy: String { get }
    var signedAt: String { get }
    /// The result of verifying the device's signature now.
    func signature(_ result: SignatureVerification) -> String
    var signature: String { get }
    var hash: String { get }
    var saveStatement: String { get }
}

/// The reasons why a filter will not do.
package enum AuditFilterFlaw: Sendable, Equatable, CaseIterable {
    /// A text that is no day.
    case day
    /// The first day is after the last, or they are further apart than one page searches.
    case period
    /// Nobody has the name or id.
    case unknown
    /// No text of the log of an organization.
    case unknownInOrganization
}
