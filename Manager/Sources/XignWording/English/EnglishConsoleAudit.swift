import XignDomain

struct EnglishConsoleAudit: ConsoleAuditWording {
    let title = "Audit log"
    let explanation =
        "What happened at this manager, newest first. The days to choose begin and end at midnight in UTC."
    let explanationOfOrganization =
        "What happened at your services and with your administrators, newest first. People have the id (sub) that the service knows, or the id of their membership. The days to choose begin and end at midnight in UTC."

    let filter = "Choose events"
    let from = "From"
    let to = "To"
    let what = "What"
    let whom = "Who or whom"
    let whomHint = "Name or id; empty: everybody"
    let whomHintOfOrganization = "An id as in this log, or the name of an administrator; empty: everybody"
    let show = "Show"

    func topic(_ topic: AuditTopic?) -> String {
        switch topic {
        case nil: "Everything"
        case .logins: "Logins"
        case .devices: "Devices"
        case .accounts: "Accounts and data"
        case .administration: "Administration"
        case .configuration: "Services and settings"
        case .security: "Alarms"
        case .steps: "Single steps"
        }
    }

    func flaw(_ flaw: AuditFilterFlaw) -> String {
        switch flaw {
        case .day: "Type a day as year, month and day, such as 2026-11-20."
        case .period:
            "Choose 31 days at most, the first one first. For more, use xignin-manager audit export at the machine."
        case .unknown: "Nobody has this name or id. An account that was removed is found by its id alone."
        case .unknownInOrganization: "Nobody in this log has this id. Names are those of your administrators alone."
        }
    }

    let empty = "Nothing like this happened in these days."
    let moreToSearch = "The search has stopped here to spare the database. Older events may fit, too."
    let searchFurther = "Look further"
    let timeInUTC = "Time (UTC)"
    let whatHappened = "What happened"
    let evidence = "Evidence"
    let details = "Details"
    let export = "Export these"
    let exportExplanation = "A file with all events of this choice. The export itself is recorded."

    let removed = "(removed)"
    let noMember = "(no member)"
    let hiddenDevice = "(not shown)"
    let accountPages = "the account pages"
    let console = "the console"
    let byPerson = "The person"
    func byOperator(_ account: String) -> Phrase { "\(account), at the console" }
    func atMachine(_ name: String) -> Phrase { "\(name), with a command" }
    let atMachineOfManager = "Somebody at the manager, with a command"
    let byManager = "The manager itself"
    let byWebsite = "The server of the service"

    let eventTitle = "Event"
    let time = "Time"
    let account = "Account"
    let subject = "Id at the service (sub)"
    let member = "Id of the membership"
    let device = "Device"
    let service = "Service"
    let organization = "Organization"
    let actor = "Who"
    let networkTerm = "Network"
    let detail = "Detail"
    let stored = "As the log keeps it"
    let storedDetail = "Detail, in English"
    let name = "Name of the event"
    let process = "Process"

    let evidenceTitle = "Evidence"
    let secondEvidenceTitle = "Evidence of the second person"
    let noEvidence = "No device confirmed this."
    let erasedEvidence = "The statement was erased with its account. Its SHA-256 is kept."
    let erasedEvidenceOfOrganization = "The statement was erased with its account."
    let evidenceOfManager =
        "The signed statement itself is for the operators of this manager alone. It has the key and the id of the device, by which organizations could find out that they know the same person. Name this process to them if you need it."
    let evidenceExplanation =
        "The statement that the device signed. With the keys of the device, anybody can verify it without this manager."
    let shown = "Shown on the device"
    let signedBy = "Signed by"
    let signedAt = "Signed at"
    let signature = "Signature"
    func signature(_ result: SignatureVerification) -> String {
        switch result {
        case .valid: "verified"
        case .invalid: "does not fit the statement"
        case .keyUnknown: "the key of the device is gone"
        }
    }
    let hash = "SHA-256"
    let saveStatement = "Save the statement"
}
