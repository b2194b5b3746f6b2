import Spelling
import Testing

struct SpellingTests {
    @Test("The nearest spelling", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is found through a typing error", found,
            each: [
                ("logni", "login"), ("lgin", "login"), ("loginn", "login"), ("LOGIN", "login"),
                ("redirect_uris", "redirectUris"),
                ("activat", "activate"), ("chekc", "check"),
            ]),
        TestCase(
            "is none for a word of its own, an empty one, or a single letter", none, each: ["", "x", "delete", "l"]),
        TestCase("does not depend on the order of the candidates", deterministic),
    ]

    let names = ["login", "activate", "accounts", "check", "redirectUris"]

    func found(word: String, meant: String) {
        #expect(Spelling.nearest(to: word, among: names) == meant)
    }

    func none(word: String) {
        #expect(Spelling.nearest(to: word, among: names) == nil)
    }

    func deterministic() {
        #expect(Spelling.nearest(to: "rxle", among: ["rule", "role"]) == "role")
        #expect(Spelling.nearest(to: "rxle", among: ["role", "rule"]) == "role")
    }
}
