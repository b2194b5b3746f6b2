/// The pages on which people join an organization by a code, and get their first device connected.
package protocol JoinWording: Sendable {
    // The code
    var codeTitle: String { get }
    var codeExplanation: String { get }
    var code: String { get }
    var codeHint: String { get }
    var codeUnknown: String { get }

    // The invitation
    func title(organization: String) -> Phrase
    /// The heading of the roles.
    var roles: String { get }
    func role(_ role: String, service: String) -> Phrase
    /// - Parameter time: replaced by the moment.
    func until(_ time: String) -> Phrase
    var name: String { get }
    var nameHint: String { get }
    func nameLooksAlike(character: String) -> String
    var taken: String { get }
    /// The advice after ten names in one browser.
    var tooManyTries: String { get }
    /// The advice after the names of a day with one code.
    var tooManyNames: String { get }
    /// The advice after the registrations of a day from one network.
    var tooManyOfNetwork: String { get }
    var busy: String { get }
    var proceed: String { get }
    /// The heading of what the organization and the operator learn.
    var privacy: String { get }
    func seenByOrganization(_ organization: String) -> Phrase
    var stored: String { get }
    var haveAccount: String { get }
    /// The advice for a link whose address an app can accept with an account that it has.
    var haveAccountInApp: String { get }
    var logInAndAccept: String { get }

    /// The page of a person who has logged in.
    func acceptTitle(organization: String) -> Phrase
    var accept: String { get }

    // An invitation that admits nobody
    var over: String { get }
    func overAt(_ day: String, organization: String) -> Phrase
    var usedUp: String { get }
    func usedUpNext(organization: String) -> Phrase
    /// The question before the link of `proceed`, for a person who holds a place already.
    var usedUpHere: String { get }
    var withdrawn: String { get }
    func withdrawnNext(organization: String) -> Phrase

    // The open registration
    var registerTitle: Phrase { get }
    func registeringFor(_ service: String) -> Phrase
    /// A link to the website from which the person has come.
    func continueTo(_ service: String) -> Phrase
    /// The advice where no address of that website is known.
    func goBack(to service: String) -> Phrase
    var registerAgain: String { get }

    // The first device
    var deviceTitle: String { get }
    var step: String { get }
    func member(_ account: String, organization: String) -> Phrase
    func account(_ account: String) -> Phrase
    var onlyHere: String { get }
    var newCode: String { get }
    var cancel: String { get }
    var connectedTitle: String { get }
    func connected(_ account: String) -> Phrase
    /// The sentence of `connected` after the open registration.
    func registered(_ account: String) -> Phrase
    var openAccount: String { get }
    var codeOverTitle: String { get }
    var codeOver: String { get }
    var overTitle: String { get }
    var overNext: String { get }
    var again: String { get }
}
