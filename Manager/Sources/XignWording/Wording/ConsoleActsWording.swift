/// The acts of administrators: the sentence that the device shows and signs, and the page before it.
package protocol ConsoleActsWording: Sendable {
    // The sentence
    /// The words before the first name of the sentence, with a colon at their end.
    func lead(_ act: AdministrationName) -> String
    /// The words before a further name, with a colon at their end.
    func label(_ label: AdministrationLabel) -> String
    /// The sentence has too many bytes, or a name that devices do not show.
    var sentenceTooLong: String { get }

    // The page
    /// The link that leads to the page of an act.
    func link(_ act: AccountActName) -> String
    func title(_ act: AccountActName) -> String
    var whatHappens: String { get }
    func effects(_ act: AccountActName) -> [String]
    /// Unlocking a device that is locked for good.
    var unlocksForGood: String { get }
    var whatStays: String { get }
    /// The part of the effects that nobody can undo, or the way to undo them.
    func limit(_ act: AccountActName) -> String
    var whoLearns: String { get }
    func learns(_ act: AccountActName) -> String
    var whoConfirms: String { get }
    var oneDevice: String { get }
    var twoPersons: String { get }
    var proceed: String { get }
    var backToAccount: String { get }

    // The sheets of a recovery
    var paperTitle: String { get }
    var paperOnce: String { get }
    var paperPrint: String { get }
    var paperApart: String { get }
    /// The heading of the sheet with the code.
    func codeSheet(_ account: String) -> Phrase
    func pinSheet(_ account: String) -> Phrase
    var paperSteps: [String] { get }
    var paperLink: String { get }
    var paperPicture: String { get }
    var paperPIN: String { get }
    /// - Parameter time: replaced by the moment.
    func paperUntil(_ time: String) -> Phrase
    var paperWarning: String { get }
    var paperDone: String { get }
}

/// The acts of administrators, as their sentences tell them apart.
package enum AdministrationName: String, Sendable, Equatable, CaseIterable {
    case disableAccount, enableAccount, removeAccount, revokeDevice, unlockDevice
    /// A device that is locked for good.
    case unlockDeviceForGood
    case issueRecovery
    case makeAdministrator, makeAuditor, makeOrganizationAdministrator, makeOrganizationAuditor
    case withdrawRights, withdrawOrganizationRights
}

/// The labels between the names of a sentence.
package enum AdministrationLabel: String, Sendable, Equatable, CaseIterable {
    case deviceID, account, accountID, organization
    /// The id of an account among the administrators of an organization.
    case grantID
    /// A reason without an identity check, and with each kind of one.
    case reason, inPerson, calledBack, other
}

/// The acts of administrators on accounts and devices, which have a page each.
package enum AccountActName: String, Sendable, Equatable, CaseIterable {
    case disable, enable, remove, recover, revoke, unlock
}

/// The names that the sentence of an administrator's act contains.
package struct AdministrationSentence: Sendable, Equatable {
    let act: AdministrationName
    /// The name of the device, and the beginning of its id; nil where the act changes none.
    ///
    /// The name alone would tell too little: its user has chosen it, perhaps twice, or like another one.
    let device: (name: String, id: String)?
    /// The user name, and the beginning of the account's id: of the one at the organization, where the act changes a
    /// grant there. Letters of other alphabets can look like those of a name.
    let account: (name: String, id: String)
    /// Nil where the act changes no grant of an organization.
    let organization: String?
    let reason: (label: AdministrationLabel, text: String)

    package init(
        _ act: AdministrationName, device: (name: String, id: String)? = nil, account: (name: String, id: String),
        organization: String? = nil, reason: (label: AdministrationLabel, text: String)
    ) {
        self.act = act
        self.device = device
        self.account = account
        self.organization = organization
        self.reason = reason
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.act == other.act && one.parts.elementsEqual(other.parts) { $0.label == $1.label && $0.name == $1.name }
    }

    /// Returns the sentence in a language. It ends with the reason, which so cannot say that another name follows.
    package func phrase(in words: any ConsoleActsWording) -> Phrase {
        Phrase(
            parts: parts.flatMap { label, name in
                [.words(label.map { " \(words.label($0)) " } ?? "\(words.lead(act)) "), .value(name)]
            })
    }

    /// The names with their labels; the first one follows the words of the act.
    private var parts: [(label: AdministrationLabel?, name: String)] {
        let subject: [(label: AdministrationLabel?, name: String)] =
            device.map { [(nil, $0.name), (.deviceID, $0.id), (.account, account.name)] } ?? [(nil, account.name)]
        let id: AdministrationLabel = organization == nil ? .accountID : .grantID
        return subject + [(id, account.id)] + (organization.map { [(.organization, $0)] } ?? [])
            + [(reason.label, reason.text)]
    }
}
