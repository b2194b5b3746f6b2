import XignDomain
import XignHTTP

/// The cookie that keeps a person's choice of a language. It holds nothing else, and identifies nobody.
enum LanguageCookie {
    static let name = "__Host-language"
    private static let lifetimeSeconds = 365 * 86_400

    static func make(_ language: Language) throws -> Cookie {
        try Cookie(
            name, language.rawValue, path: "/", maxAge: .seconds(lifetimeSeconds), isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
    }

    static var deleted: Cookie { get throws { try Cookie.deleted(name) } }

    /// The language that the browser keeps; nil where it keeps none, or several.
    static func language(of request: Request) -> Language? {
        let values = request.cookies.all(name)
        return values.count == 1 ? Language(rawValue: values[0]) : nil
    }
}
