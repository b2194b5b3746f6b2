import XignDomain
import XignHTTP
import XignProtocol

/// The cookie that keeps a person's choice of a language. It holds nothing else, and identifies nobody.
struct LanguageCookie {
    private static let lifetimeSeconds: Int64 = 365 * 86_400

    private let cookie: OwnCookie

    init(of issuer: ManagerOrigin) { cookie = OwnCookie("language", of: issuer) }

    func make(_ language: Language) throws -> Cookie {
        try cookie.make(language.rawValue, lifetimeSeconds: Self.lifetimeSeconds)
    }

    var deleted: Cookie { get throws { try cookie.deleted } }

    /// The language that the browser keeps; nil where it keeps none, or several.
    func language(of request: Request) -> Language? { cookie.value(in: request).flatMap { Language(rawValue: $0) } }
}
