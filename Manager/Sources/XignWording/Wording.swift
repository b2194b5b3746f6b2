/// The texts that people read on pages, in one language.
///
/// A text with a value in it is a function that returns a `Phrase`: each language puts the value where its grammar
/// wants it.
package struct Wording: Sendable {
    /// The language tag of the texts (BCP 47).
    package let language: String
    package let loginPage: LoginPage
    package let appLinkPage: AppLinkPage
    package let returnPage: ReturnPage
    package let errorPage: ErrorPage

    package struct LoginPage: Sendable {
        /// The title and the heading.
        package let title: @Sendable (_ service: String) -> Phrase
        /// The label of the organization's name.
        package let offeredBy: String
        /// The label of the website's host.
        package let website: String
        package let status: Status
        package let code: Code
        package let actions: Actions
        package let instructions: Instructions
        package let linkAlone: LinkAlone
    }

    /// The texts of a login page that has a link to the app and no QR code, where they differ.
    package struct LinkAlone: Sendable {
        package let waiting: String
        /// A device has started with the link.
        package let opened: String
        package let expired: String
        package let newLink: String
        package let newLinkForYourDevice: String
        package let beginAgain: String
        package let instructions: Instructions
    }

    /// The state of a login, in a sentence for its user.
    package struct Status: Sendable {
        package let waiting: String
        package let scanned: String
        package let confirming: String
        /// Confirmed: the browser goes back to the website by itself.
        package let resultReady: @Sendable (_ host: String) -> Phrase
        /// Confirmed on the browser's own device: the user has to return from the app.
        package let awaitingReturn: String
        /// The login went on in another tab.
        package let returned: String
        package let cancelled: String
        /// The user said on the device: this was not me.
        package let notMe: String
        package let expired: String
    }

    /// The part of the login page with the QR code.
    package struct Code: Sendable {
        /// The part's name for screen readers.
        package let label: String
        /// The picture's description for screen readers.
        package let picture: @Sendable (_ service: String) -> Phrase
        /// The title inside the picture's file.
        package let fileTitle: String
        /// The countdown until the login expires, with a time such as `4:05`.
        package let timeLeft: @Sendable (_ time: String) -> Phrase
    }

    /// The links and buttons of the login page.
    package struct Actions: Sendable {
        /// The question in front of `openInApp`.
        package let onThisDevice: String
        package let openInApp: String
        /// To the website, after a login.
        package let proceed: @Sendable (_ host: String) -> Phrase
        /// Replaces a code that nobody has scanned.
        package let newCode: String
        /// Replaces a code that somebody has scanned.
        package let newCodeForYourDevice: String
        /// Begins again after the end of a login without result.
        package let beginAgain: String
        /// To the website, without a login.
        package let back: @Sendable (_ host: String) -> Phrase
    }

    package struct Instructions: Sendable {
        /// The part's name for screen readers.
        package let label: String
        /// A warning of codes that somebody else presents.
        package let warning: @Sendable (_ host: String) -> Phrase
        package let steps: @Sendable (_ service: String) -> [Phrase]
    }

    /// The page of a link that a browser opened instead of the app.
    package struct AppLinkPage: Sendable {
        package let title: String
        package let heading: String
        package let explanation: String
        package let steps: [String]
        /// A warning of links that somebody else sent.
        package let warning: String
    }

    /// The page through which an app sends the browser back.
    package struct ReturnPage: Sendable {
        /// The title and the heading.
        package let title: String
        package let progress: String
        /// The advice to browsers without scripts.
        package let needsScripts: String
        /// The advice where the address has no return secret.
        package let nothingToFinish: String
    }

    package struct ErrorPage: Sendable {
        package let refusal: @Sendable (RefusalCode) -> Refusal
        package let requestID: @Sendable (_ id: String) -> Phrase
    }

    /// The words for one refusal, without anything that only an operator may know.
    package struct Refusal: Sendable {
        /// A few words, for the title and the heading.
        package let title: String
        /// One or two sentences.
        package let whatHappened: String
        package let whatToDo: String
    }
}
