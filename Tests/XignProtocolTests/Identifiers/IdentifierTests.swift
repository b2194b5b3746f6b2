import Testing
import XignProtocol

struct IdentifierTests {
    @Test("Identifiers", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("No identifier looks like an option on a command line", beginsWithoutHyphen),
        TestCase("Two identifiers differ", differs),
    ]

    func beginsWithoutHyphen() {
        // One in 64 would, were all bytes possible: about 30 of these.
        let texts = (0..<2000).map { _ in ActivationID.random().description }
        #expect(!texts.contains { $0.hasPrefix("-") })
    }

    func differs() {
        #expect(ActivationID.random() != ActivationID.random())
    }
}
