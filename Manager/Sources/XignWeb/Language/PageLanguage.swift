import XignDomain
import XignHTTP
import XignUseCases
import XignWording

/// The choice of the language in which a browser gets its pages.
struct PageLanguage: Sendable {
    private let context: Context
    private let readsCookie: Bool

    /// - Parameter readsCookie: false at the origins that have no cookies.
    init(_ context: Context, readsCookie: Bool = true) {
        self.context = context
        self.readsCookie = readsCookie
    }

    /// Chooses by the first of these wishes: the person's own, the website's, the browser's settings, the operator's.
    /// - Parameters:
    ///   - account: the language of the logged-in account. Without one the browser's cookie is the person's wish.
    ///   - website: the language that the website asked for (`BrowserRequest.language`).
    func language(for request: Request, account: Language? = nil, website: Language? = nil) -> Language {
        account ?? chosen(in: request) ?? website
            ?? Language(accepting: request.headers.all("Accept-Language"))
            // English while the database cannot be read, so that error pages are made even then.
            ?? (try? context.operatorProfile())?.language ?? .english
    }

    /// Chooses as `language(for:)`, for a thread that must not wait for the database.
    func languageAtOnce(for request: Request) -> Language {
        chosen(in: request) ?? Language(accepting: request.headers.all("Accept-Language"))
            ?? context.cachedOperatorProfile?.language ?? .english
    }

    private func chosen(in request: Request) -> Language? {
        readsCookie ? LanguageCookie(of: context.issuer).language(of: request) : nil
    }

    /// The texts in the language that `language(for:account:website:)` chooses.
    func wording(for request: Request, account: Language? = nil, website: Language? = nil) -> any Wording {
        language(for: request, account: account, website: website).wording
    }
}
