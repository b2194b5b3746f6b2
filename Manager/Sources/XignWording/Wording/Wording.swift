import XignDomain

/// The texts that people read on pages, in one language: a group for each page.
///
/// Each language is a value that conforms, so that a missing text does not compile. A text with a value in it is a
/// function that returns a `Phrase`: each language puts the value where its grammar wants it.
package protocol Wording: Sendable {
    /// The language tag of the texts (BCP 47).
    var tag: String { get }
    /// The texts that several pages share.
    var general: any GeneralWording { get }
    var home: any HomeWording { get }
    /// The operator's links, at the foot of each page.
    var provider: any OperatorWording { get }
    var login: any LoginWording { get }
    var confirmation: any ConfirmationWording { get }
    /// The part with code and link that login and confirmation share.
    var stage: any StageWording { get }
    var errors: any ErrorWording { get }
    var appLink: any AppLinkWording { get }
    var returning: any ReturnWording { get }
    var logout: any LogoutWording { get }
    /// The authenticator in a browser. Its texts name the operator (`naming`).
    var authenticator: any AuthenticatorWording { get }
    /// The sentences of acts that a device confirms.
    var acts: any ActWording { get }
    /// The sentences of events, for operators and for the person whom they concern.
    var events: any EventWording { get }
    var account: any AccountWording { get }
    var console: any ConsoleWording { get }
    /// Letters on paper.
    var letters: any LetterWording { get }
    var mails: any MailWording { get }
    var stop: any StopWording { get }
    var joining: any JoinWording { get }
    var recovery: any RecoveryWording { get }
    /// Returns these texts with the name of an operator, or of its host, in those of the authenticator.
    func naming(_ provider: String) -> any Wording
}

/// The languages of the pages. Each has hundreds of texts: they are made once, not for each page.
package enum Wordings {
    package static let english: any Wording = English()
    package static let german: any Wording = German()
    /// All languages, in the order in which a page offers them.
    package static let all = [english, german]
}

extension Language {
    /// The texts in this language.
    package var wording: any Wording {
        switch self {
        case .english: Wordings.english
        case .german: Wordings.german
        }
    }
}
