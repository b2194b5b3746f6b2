import Spelling
import Testing

struct NamingTests {
    @Test("The thing that a person means", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is found by its name in any normal form, and by the beginning of its id", found),
        TestCase("is not certain where a name equals the beginning of another one's id", ambiguous),
        TestCase("is the one with the whole id, whatever others are called", wholeID),
        TestCase(
            "is nothing for an empty text, and for too short a beginning of an id", none, each: ["", "  ", "AAA"]),
    ]

    private let things = [
        (id: "AAAAzzzz", name: "K\u{FC}che"), (id: "BBBBzzzz", name: "AAAAzz"), (id: "CCCCzzzz", name: ""),
        (id: "DDDDzzzz", name: "CCCCzzzz"),
    ]

    private func meant(_ typed: String) -> [String] {
        Naming.meant(by: typed, among: things, id: { $0.id }, name: { $0.name }).map(\.id)
    }

    func found() {
        #expect(meant(" Ku\u{308}che ") == ["AAAAzzzz"])
        #expect(meant("BBBB") == ["BBBBzzzz"])
    }

    func ambiguous() {
        #expect(meant("AAAAzz") == ["AAAAzzzz", "BBBBzzzz"])
        #expect(meant("AAAAzzz") == ["AAAAzzzz"])
    }

    func wholeID() { #expect(meant("CCCCzzzz") == ["CCCCzzzz"]) }

    func none(typed: String) { #expect(meant(typed) == []) }
}
