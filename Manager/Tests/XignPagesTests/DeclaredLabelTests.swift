import Testing
import XignDomain
import XignProtocol

@testable import XignWording

struct DeclaredLabelTests {
    @Test("Labels of declared attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("none is a word that pages have for one of the twelve attributes", words)
    ]

    func words() {
        let wordings: [any Wording] = [English(), German()]
        for wording in wordings {
            for name in AttributeName.allCases {
                let word = wording.account.data.name(name)
                #expect(!DeclaredAttribute.Label(word).flaws.isEmpty, "\(word)")
            }
        }
        #expect(DeclaredAttribute.Label("Cost centre", german: "Kostenstelle").flaws.isEmpty)
    }
}
