import Testing
import XignDomain
import XignSDK

struct NoticeKindTests {
    @Test("Kinds of notices", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    /// The kinds that XignSDK and Xign for the JVM show as a change of the account, as any that they do not know.
    private static let shownAsChange: [NoticeEvent.Kind] = [
        .addressChanged, .recoveryCodeChanged, .recoveryBegun, .recoveryReady, .recoveryStopped, .recoveryCompleted,
    ]

    static let tests: [TestCase<Self>] = [
        TestCase(
            "XignSDK knows each kind that devices are told, but those that it shows as a change", known,
            each: NoticeEvent.Kind.allCases.filter { $0 != .accountRemoved && !shownAsChange.contains($0) })
    ]

    func known(_ kind: NoticeEvent.Kind) { #expect(AccountNotice.Kind(rawValue: kind.rawValue) != nil) }
}
