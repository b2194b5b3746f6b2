import XignDomain

/// The acts of administrators: the sentence that the device shows and signs, and the page before it.
package protocol ConsoleActsWording: Sendable {
    // The sentence
    /// The words before the first name of the sentence, with a colon at their end.
    /// - Parameter isLockedForGood: true for a device that is locked so.
    func lead(_ act: Administration.Effect, isLockedForGood: Bool) -> String
    /// The words before a further name, with a colon at their end.
    func label(_ label: AdministrationLabel) -> String
    /// The sentence has too many bytes, or a name that devices do not show.
    var sentenceTooLong: String { get }

    // The page
    /// The name of the act: the heading of its page, which the pages of the audit log show, too.
    func title(_ act: ActName) -> String
    /// - Returns: nil for an act on a grant, which the pages of administrators ask for.
    func page(_ act: ActName) -> ActPageWords?
    /// The sentence at the top of the page after an act.
    /// - Returns: nil for an act that a page of its own follows.
    func done(_ act: ActName) -> String?
    /// The sentence beside a login of which nothing is left to end.
    var nothingLeftOfLogin: String { get }
    var whatHappens: String { get }
    /// Unlocking a device that is locked for good.
    var unlocksForGood: String { get }
    var whatStays: String { get }
    var whoLearns: String { get }
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
    /// The steps until the code is scanned.
    var paperSteps: [String] { get }
    /// The last step.
    var paperPINStep: String { get }
    var paperLink: String { get }
    var paperPicture: String { get }
    var paperPIN: String { get }
    /// - Parameter time: replaced by the moment.
    func paperUntil(_ time: String) -> Phrase
    var paperWarning: String { get }
    var paperDone: String { get }
}

/// The words of the page before an act.
package struct ActPageWords: Sendable {
    /// The link that leads to the page.
    package let link: String
    package let effects: [String]
    /// The part of the effects that nobody can undo, or the way to undo them.
    package let limit: String
    package let learns: String
    /// The persons who confirm an act of two whose first effect takes place before; nil for any other act.
    package let confirmation: String?

    init(link: String, effects: [String], limit: String, learns: String, confirmation: String? = nil) {
        (self.link, self.effects, self.limit) = (link, effects, limit)
        (self.learns, self.confirmation) = (learns, confirmation)
    }
}

/// The labels between the names of a sentence.
package enum AdministrationLabel: Sendable, Equatable {
    case deviceID, account, accountID, organization
    /// The moment at which a login was confirmed, in UTC.
    case confirmed
    /// The id of an account among the administrators of an organization.
    case grantID
    /// A reason, with the identity check before it.
    case reason(Reason.IdentityCheck?)
}

/// The names that the sentence of an administrator's act contains.
package struct AdministrationSentence: Sendable, Equatable {
    let act: Administration.Effect
    /// True for a device that is locked for good.
    let isLockedForGood: Bool
    /// The name of the device, and the beginning of its id; nil where the act changes none.
    ///
    /// The name alone would tell too little: its user has chosen it, perhaps twice, or like another one.
    let device: (name: String, id: String)?
    /// The name of the website, and the moment of the login; nil where the act ends none.
    let login: (website: String, confirmed: String)?
    /// The user name, and the beginning of the account's id: of the one at the organization, where the act changes a
    /// grant there. Letters of other alphabets can look like those of a name.
    let account: (name: String, id: String)
    /// Nil where the act changes no grant of an organization.
    let organization: String?
    let reason: Reason

    package init(
        _ administration: Administration, device: (name: String, id: String)? = nil, isLockedForGood: Bool = false,
        login: (website: String, confirmed: String)? = nil, account: (name: String, id: String),
        organization: String? = nil
    ) {
        act = administration.effect
        reason = administration.reason
        self.isLockedForGood = isLockedForGood
        self.device = device
        self.login = login
        self.account = account
        self.organization = organization
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.act == other.act && one.isLockedForGood == other.isLockedForGood
            && one.parts.elementsEqual(other.parts) { $0.label == $1.label && $0.name == $1.name }
    }

    /// Returns the sentence in a language. It ends with the reason, which so cannot say that another name follows.
    package func phrase(in words: any ConsoleActsWording) -> Phrase {
        Phrase(
            parts: parts.flatMap { label, name in
                [
                    .words(
                        label.map { " \(words.label($0)) " } ?? "\(words.lead(act, isLockedForGood: isLockedForGood)) "),
                    .value(name),
                ]
            })
    }

    /// The names with their labels; the first one follows the words of the act.
    private var parts: [(label: AdministrationLabel?, name: String)] {
        let subject: [(label: AdministrationLabel?, name: String)] =
            device.map { [(nil, $0.name), (.deviceID, $0.id), (.account, account.name)] }
            ?? login.map { [(nil, $0.website), (.confirmed, $0.confirmed), (.account, account.name)] }
            ?? [(nil, account.name)]
        let id: AdministrationLabel = organization == nil ? .accountID : .grantID
        return subject + [(id, account.id)] + (organization.map { [(.organization, $0)] } ?? [])
            + [(.reason(reason.identityCheck), reason.text)]
    }
}
