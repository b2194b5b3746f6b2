import Foundation
import Testing

/// Checks of the texts themselves, in the sources: so that they hold for each text, whatever calls it.
struct WordingSourceTests {
    @Test("Texts of both languages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each file of a language has its twin in the other", twins),
        TestCase(
            "no text is empty, begins or ends with a space, or has a straight quotation mark", form, each: languages),
        TestCase("a German text has no English word", german),
        TestCase("an English text has no German word", english),
        TestCase("no text blames or boasts", tone, each: languages),
        TestCase("German addresses its reader with Sie", formal),
    ]

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../Sources/XignWording").standardized

    func twins() throws {
        let german = try Self.files("German").map { $0.name.replacing("German", with: "English") }
        #expect(try Self.files("English").map(\.name) == german)
    }

    func form(language: String) throws {
        for text in try Self.texts(language) {
            #expect(text.contains { !$0.isWhitespace }, "\(language): an empty text")
            #expect(!text.contains("  "), "\(text)")
            #expect(!text.contains("\\\""), "\(text)")
        }
    }

    func german() throws {
        for text in try Self.texts("German") {
            let english = Self.words(text).intersection(Self.frequentEnglishWords)
            #expect(english.isEmpty, "\(english) in: \(text)")
        }
    }

    func english() throws {
        for text in try Self.texts("English") {
            let german = Self.words(text).intersection(Self.frequentGermanWords)
            #expect(german.isEmpty, "\(german) in: \(text)")
        }
    }

    func tone(language: String) throws {
        for text in try Self.texts(language) {
            for phrase in Self.unwanted where text.lowercased().contains(phrase) {
                Issue.record("\(phrase) in: \(text)")
            }
        }
    }

    func formal() throws {
        let familiar = Self.words("du dich dir dein deine deinen deinem deiner euch euer")
        for text in try Self.texts("German") {
            #expect(Self.words(text).intersection(familiar).isEmpty, "\(text)")
        }
    }

    private static let languages = ["English", "German"]

    private static let unwanted = [
        "invalid", "error occurred", "successful", "click here", "please", "illegal", "ungültig", "fehler aufgetreten",
        "erfolgreich", "klicken sie hier", "bitte ", "unzulässig", "oops", "hoppla",
    ]

    /// Without words that German has too, such as "in", "was" and "name".
    private static let frequentEnglishWords = words(
        """
        the and of to is are be been you your it its this that these with from for on at by or not no nobody nothing if
        then there here where when which who has have had were we they their can cannot only again back go open close
        yourself device devices account login log new more other another each every first used until since remove
        continue cancel data time page confirm yes but about after as
        """)

    /// Without words that English has too, such as "die" and "war".
    private static let frequentGermanWords = words(
        """
        der das und ist nicht sie ihr ihre ihren ihrem ein eine einen mit von zu auf wurde wird sich oder wenn diese
        dieser dieses gerät konto anmeldung zurück weiter noch hier dort kein keine wir für bei nach zum zur
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init))
    }

    private static func files(_ language: String) throws -> [(name: String, text: String)] {
        let folder = folder.appending(path: language)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
        }
    }

    /// The contents of all string literals, each value in them replaced by `…`.
    private static func texts(_ language: String) throws -> [String] {
        let texts = try files(language).flatMap { _, source in
            source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
                .flatMap { $0.matches(of: #/"((?:[^"\\]|\\.)*)"/#).map { String($0.output.1) } }
        }
        try #require(texts.count > 80, "\(language): the literals are not found")
        return texts.map { $0.replacing(#/\\\((?:[^()]|\([^()]*\))*\)/#, with: "…") }
    }
}
