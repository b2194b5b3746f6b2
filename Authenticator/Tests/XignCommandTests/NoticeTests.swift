import Foundation
import Terminal
import Testing
import XignSDK

@testable import xign

@Suite("what is told about changes by others")
struct NoticeTests {
    private func lines(
        _ kind: AccountNotice.Kind, _ device: String?, manager: String? = nil
    ) throws -> [String] {
        NoticeText(
            kind: kind, device: device, date: Date(timeIntervalSince1970: 1_795_356_180), manager: manager,
            timeZone: try #require(TimeZone(identifier: "UTC"))
        ).lines(EnglishNotices()).map { $0.rendered(inColour: false).trimmingCharacters(in: .whitespaces) }
    }

    @Test("when, what, which device, and what to do")
    func added() throws {
        #expect(
            try lines(.activationPersonalized, "tablet") == [
                "On 22 Nov 2026 at 14:03 a device was added to your account:", "tablet",
                "If this was not you: xign activation revoke tablet",
            ])
    }

    @Test("a change that names no device")
    func changed() throws {
        #expect(
            try lines(.accountChanged, nil) == [
                "On 22 Nov 2026 at 14:03 your account was changed.", "If this was not you, tell the operator.",
            ])
    }

    @Test("a person with several managers is told which one")
    func manager() throws {
        #expect(
            try lines(.pinChanged, "phone", manager: "b.example").last
                == "If this was not you: xign activation revoke phone --manager b.example")
    }

    @Test(
        "no name becomes part of a command that does something else",
        arguments: ["a b", "x;rm -rf ~", "$(id)", "--yes", "-y", "täblet", "a\nb", "", "`id`", "a'b", "~", "a*"])
    func hostileName(name: String) throws {
        #expect(
            try lines(.activationPersonalized, name).last
                == "If this was not you: xign activation list, then xign activation revoke ID")
    }

    @Test("every kind says what happened, and what to do", arguments: AccountNotice.Kind.allCases)
    func kinds(kind: AccountNotice.Kind) throws {
        let lines = try lines(kind, nil)
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("If ") == true)
    }
}
