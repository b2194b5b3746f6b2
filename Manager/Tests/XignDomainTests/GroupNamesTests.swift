import Testing
import XignDomain
import XignProtocol

struct GroupNamesTests {
    @Test("Names of groups", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("names stand in the order of their bytes, each once, whatever order they were typed in", order),
        TestCase(
            "one text has them all, and is read again as it was", text,
            each: [[], ["staff"], ["a b", "c"], ["\u{301}x", "y; taken z", "given w"]]),
        TestCase(
            "a name that no list could show is refused, at its place", refused,
            each: [
                (["staff", "a,b"], "[1]", "must not have a comma"), (["a\u{FF0C}b"], "[0]", "must not have a comma"),
                (["a\u{60C}b"], "[0]", "must not have a comma"),
                ([String(repeating: "ä", count: 33)], "[0]", "must be at most 64 bytes long"),
                (["staff", "ops", "staff"], "[2]", "is there before it"),
                (["staff", "ops", "STAFF"], "[2]", "must not be mistaken for [0]"),
                ((0...500).map { "group \($0)" }, "", "must be at most 500 names"),
            ] as [([String], String, String)]),
        TestCase("a name with invisible or no characters is refused", invisible, each: ["", " ", "a\u{200B}b"]),
        TestCase("the device is shown all names that fit, and the number of the others", alias),
        TestCase("a detail of the audit log is read as it was written, and no other text is", detail),
        TestCase("a service that may learn all learns all, and another one those that it names", permitted),
    ]

    func order() {
        let names = GroupNames(["staff", "Ärzte", "ops", "staff", "Zoo"])
        #expect(names.all == ["Zoo", "ops", "staff", "Ärzte"])
        #expect(names == GroupNames(["ops", "Zoo", "Ärzte", "staff"]))
        #expect(names != GroupNames(["ops"]))
    }

    func text(names: [String]) {
        let names = GroupNames(names)
        #expect(GroupNames(text: names.text) == names)
    }

    func refused(names: [String], path: String, reason: String) {
        #expect(GroupNames(names).flaws == [Flaw(path, reason)])
    }

    func invisible(name: String) { #expect(GroupNames([name]).flaws.map(\.path) == ["[0]"]) }

    func alias() throws {
        func offer(_ names: [String], _ language: Language = .english) throws -> (label: String, alias: String) {
            let offer = AdditionalOffer.groups(
                GroupNames(names), isRequired: true, destinations: [.idToken], in: language)
            #expect(offer.content?.value == GroupNames(names).text)
            return (offer.label, try #require(offer.content).alias)
        }
        func shown(_ names: [String], _ language: Language = .english) throws -> String {
            try offer(names, language).alias
        }
        #expect(try offer(["staff"]).label == "Groups")
        #expect(try offer(["staff"], .german).label == "Gruppen")
        for language in Language.allCases { #expect(try shown(["staff", "ops"], language) == "ops, staff") }
        let many = (10..<60).map { "a group of people \($0)" }
        let english = try shown(many)
        #expect(english.hasPrefix("a group of people 10, a group of people 11, "))
        #expect(english.hasSuffix(", a group of people 20 and 39 more"))
        #expect(english.utf8.count <= 256)
        #expect(try shown(many, .german).hasSuffix(" und 39 weitere"))
        // The next name would have fitted without the number of the others.
        let long = (0..<50).map { String(repeating: "x", count: 62) + String($0 + 10) }
        #expect(try shown(long).utf8.count <= 256)
        #expect(try shown(Array(long.prefix(3))) == GroupNames(Array(long.prefix(3))).text)
    }

    func detail() {
        for change in [AuditedGroups.given(GroupNames(["ops", "taken x"])), .taken(GroupNames(["given y", "z: w"]))] {
            #expect(AuditedGroups(detail: change.detail) == change)
        }
        #expect(AuditedGroups(detail: "made a member of taken") == nil)
    }

    func permitted() {
        let held = GroupNames(["ops", "staff"])
        #expect(ServiceGroups(.all).permitted(among: held) == held)
        #expect(ServiceGroups(.named(GroupNames(["staff", "guests"]))).permitted(among: held) == GroupNames(["staff"]))
    }
}
