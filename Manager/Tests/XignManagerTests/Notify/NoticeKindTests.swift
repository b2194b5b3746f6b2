import Testing
import XignDomain
import XignSDK

struct NoticeKindTests {
    @Test("Kinds of notices", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "XignSDK knows each kind that devices are told", known,
            each: NoticeEvent.Kind.allCases.filter { $0 != .accountRemoved })
    ]

    func known(_ kind: NoticeEvent.Kind) { #expect(AccountNotice.Kind(rawValue: kind.rawValue) != nil) }
}
