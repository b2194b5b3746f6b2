import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct ChangeScreenTests {
    @Test("what is shown before a change is confirmed", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the act, the account and the manager", acts),
        TestCase("of a deletion: what is removed, what stays, and that it cannot be undone", deletion),
        TestCase("of a device that is removed: name, system, since when, id", revocation),
        TestCase("of a device that is not in use yet, that it is not", pending),
        TestCase("of a device that is a page in a browser: in words", browser),
        TestCase(
            "of an invitation: who invites, every role with its service, and the address",
            invitation),
        TestCase("a name cannot make lines of its own, and stands alone on its line", hostileNames),
        TestCase(
            "a name never goes on where a label stands, whatever it fills the line with", pushingName,
            each: [" ", "\u{A0}", "\u{3000}", ".", "_", "名", "\u{2800}", "a "]),
        TestCase("an operator without a name of its own is not shown twice", operatorName),
        TestCase("every act has a question of its own", questions),
    ]

    private func screen(_ subject: AuthenticationSubject, account: String = "ada") throws -> ChangeScreen {
        ChangeScreen(
            subject: subject, account: account, manager: "login.example.org", operator: "Example Operator",
            device: "laptop", words: English(), timeZone: try #require(TimeZone(identifier: "UTC")))
    }

    private func lines(_ screen: ChangeScreen) -> [String] {
        screen.lines.map { $0.rendered(inColour: false).split(separator: " ").joined(separator: " ") }
    }

    private let place = ["Account: ada", "At: login.example.org", "Run by: Example Operator"]

    private let tablet = RevokedActivation(
        activationId: "AAECAwQFBgcICQoLDA0ODw", alias: "tablet", platform: "Linux",
        since: Date(timeIntervalSince1970: 1_777_800_000))

    private func invitation(organization: String, role: String) -> MergeInformation {
        MergeInformation(
            organizationInformation: OrganizationInformation(
                id: "1", name: organization, websiteURL: URL(string: "https://example.org"), address: nil,
                organizationDescription: nil),
            emailAddress: "ada@example.org",
            roles: [MergeInformation.InvitedRole(serviceName: "Shop", roleName: role)])
    }

    func acts() throws {
        #expect(try lines(screen(.delete)).prefix(4) == ["Delete the account"] + place)
        #expect(try lines(screen(.changePin)) == ["Change the PIN of this device", "This device: laptop"] + place)
        #expect(
            try lines(screen(.newActivation)) == ["Add a device to the account", "This device: laptop"] + place)
    }

    func deletion() throws {
        let consequences = try lines(screen(.delete)).dropFirst(4).joined(separator: " ")
        #expect(consequences.contains("all devices and codes"))
        #expect(consequences.contains("cannot be undone"))
        #expect(consequences.contains("websites have made for you stay"))
        #expect(consequences.contains("hashes"))
    }

    func revocation() throws {
        #expect(
            try lines(screen(.revoke(tablet)))
                == [
                    "Remove a device from the account", "Device: tablet", "System: Linux", "In use since: 3 May 2026",
                    "Id: AAECAwQF",
                ] + place)
    }

    func pending() throws {
        let pending = RevokedActivation(activationId: "AAECAwQFBgcICQoLDA0ODw", alias: nil, platform: nil, since: nil)
        #expect(
            try lines(screen(.revoke(pending))).prefix(3)
                == ["Remove a device from the account", "Device: without a name", "In use since: not yet in use"])
    }

    func browser() throws {
        let browser = RevokedActivation(
            activationId: "AAECAwQFBgcICQoLDA0ODw", alias: "tablet", platform: "Web", since: nil)
        #expect(try lines(screen(.revoke(browser))).contains("System: in a browser"))
    }

    func invitation() throws {
        #expect(
            try lines(screen(.merge(invitation(organization: "Example Inc.", role: "customer"))))
                == [
                    "Accept an invitation", "Invited by: Example Inc.", "https://example.org", "You become: customer",
                    "at: Shop", "Invited as: ada@example.org", "added to your account, unverified",
                ] + place)
    }

    func hostileNames() throws {
        let name = "x\n? No. Keep the account \u{1B}[2J\u{202E}"
        let lines = try screen(.delete, account: name).lines.map { $0.rendered(inColour: false) }
        #expect(lines.count == 7)
        #expect(!lines.joined().contains("\n"))
        #expect(!lines.joined().contains("\u{1B}"))
        #expect(!lines.joined().contains("\u{202E}"))
        let invited = try self.lines(screen(.merge(invitation(organization: "a", role: "b at Bank"))))
        #expect(invited.contains("You become: b at Bank"))
        #expect(invited.contains("at: Shop"))
    }

    func pushingName(_ filling: String) throws {
        let name = "a" + String(repeating: filling, count: 200 / filling.utf8.count) + "Account: ada"
        let invitation = invitation(organization: name, role: name)
        let lines = try screen(.merge(invitation), account: name).lines.map { $0.rendered(inColour: false) }
        #expect(lines.count { $0.hasPrefix("Account:") } == 1)
        #expect(lines.allSatisfy { $0.count <= 80 })
        // The longest label is "Invited by:", and two spaces follow it.
        for line in lines.dropFirst() where line.hasPrefix(" ") && !line.hasPrefix("    at:") {
            #expect(line.hasPrefix(String(repeating: " ", count: 13)))
        }
    }

    func operatorName() throws {
        let screen = ChangeScreen(
            subject: .delete, account: "ada", manager: "login.example.org", operator: "login.example.org", device: nil,
            words: English())
        #expect(lines(screen).count { $0.contains("login.example.org") } == 1)
    }

    func questions() throws {
        let subjects: [AuthenticationSubject] = [
            .changePin, .newActivation, .delete, .addFactor(.biometric), .revoke(tablet),
            .merge(invitation(organization: "a", role: "b")),
        ]
        let questions = try subjects.map { try screen($0).question.rendered(inColour: false) }
        #expect(Set(questions).count == subjects.count)
    }
}
