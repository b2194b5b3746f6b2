import Testing

@testable import xign

@Suite("the language of xign")
struct LanguageTests {
    @Test(
        "is that of the locale for messages, as POSIX and GNU choose it",
        arguments: [
            ([:], .english), (["LANG": "de_DE.UTF-8"], .german), (["LANG": "de_DE.utf8"], .german),
            (["LANG": "de_AT.UTF-8@euro"], .german), (["LANG": "en_GB.UTF-8"], .english),
            (["LANG": "C.UTF-8"], .english),
            (["LANG": "fr_FR.UTF-8"], .english), (["LANG": "dex"], .english),
            (["LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], .german),
            // English is shown where the locale's encoding has no letters for German.
            (["LANG": "de"], .english), (["LANG": "de_DE"], .english), (["LANG": "de_AT@euro"], .english),
            (["LANG": "de_DE.ISO-8859-1"], .english), (["LANG": "de_DE.UTF-16"], .english),
            (["LC_CTYPE": "C", "LANG": "de_DE.UTF-8"], .english), (["LC_MESSAGES": "de_DE.UTF-8"], .english),
            (["LC_CTYPE": "POSIX", "LC_ALL": "de_DE.UTF-8"], .german),
            (["LC_CTYPE": "en_US.UTF-8", "LC_MESSAGES": "de_DE"], .german),
            (["LC_CTYPE": "de_DE.ISO-8859-15", "LANGUAGE": "de", "LANG": "de_DE.UTF-8"], .english),
            (["LC_ALL": "C", "LC_MESSAGES": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"], .english),
            (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE.UTF-8"], .german),
            (["LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"], .english),
            // LANGUAGE replaces the locale, but not that of C.
            (["LANGUAGE": "de:en", "LANG": "en_US.UTF-8"], .german),
            (["LANGUAGE": "fr:de", "LANG": "en_US.UTF-8"], .german),
            (["LANGUAGE": "en:de", "LANG": "de_DE.UTF-8"], .english),
            (["LANGUAGE": "fr", "LANG": "de_DE.UTF-8"], .english),
            (["LANGUAGE": "C:de", "LANG": "de_DE.UTF-8"], .english), (["LANGUAGE": "de"], .english),
            (["LANGUAGE": "de", "LANG": "C.UTF-8"], .english), (["LANGUAGE": "", "LANG": "de_DE.UTF-8"], .german),
        ] as [([String: String], Language)])
    func locale(environment: [String: String], language: Language) {
        #expect(Language(environment: environment) == language)
    }
}
