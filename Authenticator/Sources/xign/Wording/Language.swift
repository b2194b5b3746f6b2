/// A language of `xign`, chosen by the locale of the person's environment.
///
/// English is in ASCII, which every locale can show.
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
    ///
    /// It is English where the encoding of the locale for characters (`LC_ALL`, `LC_CTYPE`, `LANG`) is not UTF-8.
    init(environment: [String: String]) {
        func value(_ name: String) -> Substring? { environment[name].flatMap { $0.isEmpty ? nil : $0[...] } }
        guard Self.isUTF8(value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C") else {
            self = .english
            return
        }
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

    /// True for a locale that names UTF-8, in any of its spellings. One without an encoding has one of its own, which
    /// is an older one as a rule.
    private static func isUTF8(_ locale: Substring) -> Bool {
        let codeset = locale.drop { $0 != "." }.prefix { $0 != "@" }
        return codeset.lowercased().filter { $0.isLetter || $0.isNumber } == "utf8"
    }

    /// True for the locale whose messages are the program's own: `C`, `POSIX` and `C.UTF-8`.
    private static func isOfC(_ locale: Substring) -> Bool {
        let name = locale.prefix { $0 != "." }
        return name == "C" || name == "POSIX"
    }
}
