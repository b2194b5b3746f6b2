import Spelling
import Testing

@Suite("The nearest spelling")
struct SpellingTests {
    let names = ["login", "activate", "accounts", "check", "redirectUris"]

    @Test(
        "is found through a typing error",
        arguments: [
            ("logni", "login"), ("lgin", "login"), ("loginn", "login"), ("LOGIN", "login"),
            ("redirect_uris", "redirectUris"),
            ("activat", "activate"), ("chekc", "check"),
        ])
    func found(word: String, meant: String) {
        #expect(Spelling.nearest(to: word, among: names) == meant)
    }

    @Test("is none for a word of its own, an empty one, or a single letter", arguments: ["", "x", "delete", "l"])
    func none(word: String) {
        #expect(Spelling.nearest(to: word, among: names) == nil)
    }

    @Test("does not depend on the order of the candidates")
    func deterministic() {
        #expect(Spelling.nearest(to: "rxle", among: ["rule", "role"]) == "role")
        #expect(Spelling.nearest(to: "rxle", among: ["role", "rule"]) == "role")
    }
}
