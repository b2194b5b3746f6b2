import Foundation
import Testing

/// Checks of the texts themselves, in the sources: so they hold for each text, whatever calls it.
struct WordingSourceTests {
    @Test("texts of both languages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each file of a language has its twin in the other", twins),
        TestCase(
            "each member of a language differs from its twin, and none is empty", members
        ),
        TestCase("a German text has no English word", german),
        TestCase("an English text has no German word", english),
        TestCase(
            "no text blames or boasts, and German addresses its reader with Sie", tone, each: ["English", "German"]),
        TestCase("a text for people is nowhere else", elsewhere),
    ]

    func twins() throws {
        let german = try Source.wording("German").map { $0.name.replacing("German", with: "English") }
        #expect(try Source.wording("English").map(\.name) == german)
    }

    func members() throws {
        let (english, german) = (try Self.members("English"), try Self.members("German"))
        try #require(english.count > 250)
        for (member, text) in english {
            #expect(text.contains { !$0.isWhitespace }, "\(member) is empty")
            // A member that only one language has is private to it; one without letters joins other texts.
            guard let other = german[member], text.contains(where: \.isLetter), !Self.sameInBoth.contains(text) else {
                continue
            }
            #expect(text != other, "\(member) is the same in both languages: \(text)")
        }
    }

    /// Texts that need no translation.
    private static let sameInBoth: Set<String> = ["PIN:", "System:", "TPM:", "Superuser:", "en", "de"]

    func german() throws {
        for text in try Self.texts("German") where !Self.englishAnswers.contains(text) {
            let english = Words.english(in: text)
            #expect(english.isEmpty, "\(english) in: \(text)")
        }
    }

    /// The English answers that German accepts, too.
    private static let englishAnswers: Set<String> = ["yes", "no"]

    func english() throws {
        for text in try Self.texts("English") {
            let german = Words.german(in: text)
            #expect(german.isEmpty, "\(german) in: \(text)")
        }
    }

    func tone(language: String) throws {
        for text in try Self.texts(language) {
            for phrase in Self.unwanted where text.lowercased().contains(phrase) {
                Issue.record("\(phrase) in: \(text)")
            }
            #expect(Words.familiar(in: text).isEmpty, "\(text)")
        }
    }

    private static let unwanted = [
        "error occurred", "successful", "illegal", "please", "ungültig", "fehler aufgetreten", "erfolgreich",
        "bitte ", "unzulässig",
    ]

    func elsewhere() throws {
        for file in try Source.outsideOfWording {
            for text in Literals(in: file.text).texts where text.contains(#/\p{L}{2,} \p{L}{2,}/#) {
                let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(Self.notShown.contains { text.hasPrefix($0) }, "\(file.name): \(text)")
            }
        }
    }

    /// Texts for developers, for JSON, for a shell, and the parts of commands; and names that managers give to values.
    private static let notShown =
        [
            "accounts ", "activate ", "activation ", "check", "delete ", "forget ", "inapp ", "invitation ", "login ",
            "pin ",
            "trust ",
        ].map { "xign " + $0 } + [
            "This system has no key store for a TPM.",
            "… is not declared by this command", "a menu needs something", "Print JSON, for programs.",
            "Read the PIN from standard input, as one line.", "…() {", "compopt -o", "mapfile -t", "#compdef …", "(…)",
            "commands=(", "function …",
            "User name", "Given name", "Family name", "Form of address", "Date of birth", "Place of birth",
            "Phone number",
        ]

    private static func texts(_ language: String) throws -> [String] {
        let texts = try Source.wording(language).flatMap { Literals(in: $0.text).texts }
        try #require(texts.count > 300, "\(language): the literals are not found")
        return texts
    }

    /// The texts of each member, such as `EnglishTime.day`, by its name without the language.
    private static func members(_ language: String) throws -> [String: String] {
        var members: [String: String] = [:]
        for file in try Source.wording(language) {
            for part in ("\n" + file.text).split(separator: #/\n    (?=(?:private |public )*(?:var|func) )/#)
                .dropFirst()
            {
                // An overload differs in the labels of its parameters.
                guard let head = part.prefixMatch(of: #/(?:private |public )*(?:var|func) (\w+(?:\([^{]*\))?)/#)?.1
                else { continue }
                let texts = Literals(in: part).texts
                guard !texts.isEmpty else { continue }
                members["\(file.name.replacing(language, with: "")) \(head)"] = texts.joined(separator: " ")
            }
        }
        return members
    }
}

/// A source file of `xign`, or of the package Terminal.
private struct Source {
    let name: String
    let text: String

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized
    private static let modules = ["Authenticator/Sources/xign", "Terminal/Sources/Terminal"]

    /// The files of a language, by name.
    static func wording(_ language: String) throws -> [Source] {
        try modules.flatMap { try files(in: $0 + "/Wording") }.filter { $0.name.hasPrefix(language) }
            .sorted { $0.name < $1.name }
    }

    static var outsideOfWording: [Source] {
        get throws { try modules.flatMap { try files(in: $0) }.filter { !$0.name.contains(#/^(English|German)/#) } }
    }

    private static func files(in folder: String) throws -> [Source] {
        let folder = root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        try #require(!paths.isEmpty)
        return try paths.map { path in
            let file = folder.appending(path: path)
            return Source(name: file.lastPathComponent, text: try String(contentsOf: file, encoding: .utf8))
        }
    }
}
