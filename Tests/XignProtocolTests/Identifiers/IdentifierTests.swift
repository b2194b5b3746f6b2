import Testing
import XignProtocol

@Suite("Identifiers")
struct IdentifierTests {
    @Test("No identifier looks like an option on a command line")
    func beginsWithoutHyphen() {
        // One in 64 would, were all bytes possible: about 30 of these.
        let texts = (0..<2000).map { _ in ActivationID.random().description }
        #expect(!texts.contains { $0.hasPrefix("-") })
    }

    @Test("Two identifiers differ")
    func differs() {
        #expect(ActivationID.random() != ActivationID.random())
    }
}
