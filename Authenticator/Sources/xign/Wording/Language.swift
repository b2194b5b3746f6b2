/// A language of `xign`, chosen by the locale of the person's environment.
enum Language: String, CaseIterable {
    case english = "en"
    case german = "de"

    var words: any Wording {
        switch self {
        case .english: English()
        case .german: German()
        }
    }

    /// Chooses the language of messages (POSIX.1-2024, XBD 8.2): the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
    /// is not empty. The list `LANGUAGE` replaces it, as in GNU programs, unless the locale is that of C.
    init(environment: [String: String]) {
        func value(_ name: String) -> Substring? { environment[name].flatMap { $0.isEmpty ? nil : $0[...] } }
        let locale = value("LC_ALL") ?? value("LC_MESSAGES") ?? value("LANG") ?? "C"
        let list = Self.isOfC(locale) ? nil : value("LANGUAGE")?.split(separator: ":")
        // In the list, the locale of C ends the search.
        let locales = (list ?? [locale]).prefix { !Self.isOfC($0) }
        self = locales.lazy.compactMap(Language.init(locale:)).first ?? .english
    }

    /// Returns nil for a language that `xign` does not speak.
    private init?(locale: Substring) {
        // language[_territory][.codeset][@modifier]
        self.init(rawValue: String(locale.prefix { !"_.@-".contains($0) }).lowercased())
    }

    /// True for the locale whose messages are the program's own: `C`, `POSIX` and `C.UTF-8`.
    private static func isOfC(_ locale: Substring) -> Bool {
        let name = locale.prefix { $0 != "." }
        return name == "C" || name == "POSIX"
    }
}
