import Foundation
import Terminal
import Testing
import XignSDK

@testable import xign

struct NoticeTests {
    @Test("what is told about changes by others", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("when, what, which device, and what to do", added),
        TestCase("a change that names no device", changed),
        TestCase("a person with several managers is told which one", manager),
        TestCase(
            "no name becomes part of a command: it may be that of another device by now", hostileName,
            each: [
                "tablet", "a b", "x;rm -rf ~", "$(id)", "--yes", "-y", "täblet", "a\nb", "", "`id`", "a'b", "~", "a*",
            ]),
        TestCase("every kind says what happened, and what to do", kinds, each: AccountNotice.Kind.allCases),
    ]

    private func lines(
        _ kind: AccountNotice.Kind, _ device: String?, manager: String? = nil
    ) throws -> [String] {
        NoticeText(
            kind: kind, device: device, date: Date(timeIntervalSince1970: 1_795_356_180), manager: manager,
            timeZone: try #require(TimeZone(identifier: "UTC"))
        ).lines(EnglishNotices()).map { $0.rendered(inColour: false).trimmingCharacters(in: .whitespaces) }
    }

    func added() throws {
        #expect(
            try lines(.activationPersonalized, "tablet") == [
                "On 22 Nov 2026 at 14:03 a device was added to your account:", "tablet",
                "If this was not you: xign activation list, then xign activation revoke ID",
            ])
    }

    func changed() throws {
        #expect(
            try lines(.accountChanged, nil) == [
                "On 22 Nov 2026 at 14:03 your account was changed.", "If this was not you, tell the operator.",
            ])
    }

    func manager() throws {
        #expect(
            try lines(.pinChanged, "phone", manager: "b.example").last
                == "If this was not you: xign activation list --manager b.example, then "
                + "xign activation revoke ID --manager b.example")
    }

    func hostileName(name: String) throws {
        #expect(
            try lines(.activationPersonalized, name).last
                == "If this was not you: xign activation list, then xign activation revoke ID")
    }

    func kinds(kind: AccountNotice.Kind) throws {
        let lines = try lines(kind, nil)
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("If ") == true)
    }
}
