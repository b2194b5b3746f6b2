import Foundation
import Testing
import XignWebAssets

@testable import XignPages
@testable import XignWording

/// Comparisons of the authenticator's templates with the scripts that fill them.
struct AuthenticatorTemplateTests {
    @Test("Templates of the authenticator", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a script gives a step all values that its template has places for, and no other", values),
        TestCase("each template is shown by a script, and each that a script names is there", uses),
        TestCase(
            "each refusal of the protocol, and each failure of the scripts, has a sentence that says what to do",
            refusals),
        TestCase("each refusal that leads to the operator has a place for the id of the request", requestIDs),
        TestCase("no script of the authenticator has a sentence", sentences),
        TestCase(
            "no script of the authenticator turns text into markup, code or style", sinks,
            each: [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "createContextualFragment", "DOMParser",
                "document.write",
                "eval(", "new Function", "import(", ".style", "\"style\"", "javascript:", "localStorage",
                "sessionStorage",
                "document.cookie", "serviceWorker", "postMessage",
            ]),
        TestCase("the pid is gone from the history before anything else happens", history),
    ]

    /// The scripts of the page, without those of the protocol.
    private static let scripts = WebAssets.authenticator.all.filter { $0.path.contains("/page/") }
        .map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    private static let allScripts = WebAssets.authenticator.all.map { String(decoding: $0.bytes, as: UTF8.self) }
    private static let templates = Self.names(in: PageExamples.authenticator(in: English()))

    func values() throws {
        var checked: Set<String> = []
        for call in Self.scripts.matches(of: #/(?:show|clone)\((["`])([^"`]+)["`], \{/#) {
            let given = try Self.keys(of: Self.scripts[call.range.upperBound...])
            let id = String(call.output.2)
            if call.output.1 == "\"" {
                #expect(given == Self.templates[id], "\(id)")
                checked.insert(id)
            } else {
                // An id that is made from a word: such steps do not all show every value.
                let prefix = String(try #require(id.split(separator: "$").first))
                let family = Self.templates.filter { $0.key.hasPrefix(prefix) }
                #expect(!family.isEmpty, "\(id)")
                for (id, names) in family { #expect(names.isSubset(of: given), "\(id)") }
                checked.formUnion(family.keys)
            }
        }
        let withPlaces = Set(Self.templates.filter { !$0.value.isEmpty }.keys)
        // Their values are in a variable, or in a list of flaws.
        let lists = ["flaw-", "refusal-", "found-"]
        let others = withPlaces.subtracting(checked).filter { id in !lists.contains { id.hasPrefix($0) } }
        #expect(others == ["remove", "remove-unheard"])
    }

    func uses() {
        let prefixes = Set(Self.scripts.matches(of: #/`([a-zA-Z-]+-)\$\{/#).map { String($0.output.1) })
        #expect(prefixes.contains("refusal-"))
        for id in Self.templates.keys {
            let isUsed = Self.scripts.contains("\"\(id)\"") || prefixes.contains { id.hasPrefix($0) }
            #expect(isUsed, "\(id)")
        }
        let named =
            Self.scripts.matches(of: #/(?:show|clone)\("([a-zA-Z-]+)"/#).map { String($0.output.1) }
            + Self.scripts.matches(of: #/"(flaw-[a-zA-Z-]+)"/#).map { String($0.output.1) }
        #expect(named.count > 40)
        for id in named { #expect(Self.templates[id] != nil, "\(id)") }
    }

    func refusals() throws {
        let table = try #require(
            Self.allScripts.joined().firstMatch(of: #/export const codes = \{([^}]*)\}/#)?.output.1)
        let refused = Set(table.matches(of: #/(\w+): (?:true|false)/#).map { String($0.output.1) })
        #expect(refused.count > 30)
        let failures = Self.allScripts.flatMap { script in
            script.matches(of: #/(?:Failure|Refused|Untrusted|StorageLost|PidError|super)\("(\w+)"/#)
                .map { String($0.output.1) }
        }
        #expect(failures.contains("keyMaterialExpired"))
        let sentences = Set(AuthenticatorRefusal.allCases.map(\.rawValue))
        // Lockouts have steps with the time, PINs that will not do an error at their field, and a link with
        // another origin is like any that is not from Xign.
        let others: Set = ["lockedOut", "otherPinSent", "unusablePin", "wrongPin", "invalidOrigin", "flaws"]
        #expect(refused.union(failures).subtracting(sentences).subtracting(others).isEmpty)
    }

    func requestIDs() {
        for refusal in AuthenticatorRefusal.allCases
        where English().authenticator.refusal(refusal).whatToDo.contains("operator") {
            #expect(Self.templates["refusal-\(refusal.rawValue)"]?.contains("request") == true, "\(refusal)")
        }
        #expect(Self.templates["refusal-internalError"]?.contains("request") == true)
        #expect(Self.templates["refusal-samePin"]?.contains("request") == false)
    }

    func sentences() {
        for text in Self.scripts.matches(of: #/(["`])((?:[^"`\\\n]|\\.)*)\1/#).map(\.output.2) {
            #expect(text.firstMatch(of: #/[A-Za-z]{2,} [A-Za-z]{2,}/#) == nil, "\(text)")
        }
    }

    func sinks(sink: String) {
        for script in Self.allScripts { #expect(!script.contains(sink)) }
    }

    func history() {
        #expect(Self.scripts.contains("history.replaceState(null, \"\", address);"))
        #expect(Self.scripts.contains("addEventListener(\"hashchange\""))
    }

    // MARK: Reading

    /// The names of the places in each template, without those for the items of its lists.
    private static func names(in page: HTML) -> [String: Set<String>] {
        let attributes = ["data-if", "data-slot", "data-value", "data-href", "data-act", "data-nodes", "data-each"]
        var names: [String: Set<String>] = [:]
        var ids: [String?] = []
        for tag in PageMarkup(page.text).tags {
            if tag.name == "/template" { ids.removeLast() }
            if ids.count == 1 || tag.name == "template" && ids.count == 1, let id = ids.first ?? nil {
                names[id, default: []].formUnion(attributes.compactMap { tag[$0] })
                if tag.name == "form" { names[id, default: []].insert("submit") }
            }
            if tag.name == "template" {
                ids.append(tag["id"])
                if let id = tag["id"] { names[id] = [] }
            }
        }
        return names
    }

    /// The keys of the object literal whose content begins here.
    private static func keys(of source: Substring) throws -> Set<String> {
        let spread = [
            "declining": ["cancel", "notMe"], "ways": ["cancel", "notMe"], "lengths": ["minimum", "maximum"],
        ]
        var keys: Set<String> = []
        var depth = 0
        var entry = ""
        for character in source {
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            if depth < 0 || (depth == 0 && character == ",") {
                let words = entry.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init)
                if let first = words.first {
                    keys.formUnion(entry.contains("...") && spread[first] != nil ? spread[first] ?? [] : [first])
                }
                entry = ""
                if depth < 0 { return keys }
            } else {
                entry.append(character)
            }
        }
        throw Unclosed()
    }

    private struct Unclosed: Error {}
}
