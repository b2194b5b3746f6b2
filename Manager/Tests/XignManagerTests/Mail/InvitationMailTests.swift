import DatabaseFixture
import Foundation
import Logging
import Testing
import Threads
import XignDomain
import XignProtocol
import XignWording

@testable import OutgoingHTTPS
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct InvitationMailTests {
    @Test("Invitations by mail", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each address gets a mail with a link and a code of its own", mailed, each: Engine.allCases),
        TestCase("sent again, an invitation has the same code, a new end and another Message-ID", again),
        TestCase("a mail that waits is not doubled, and has the new end", waiting),
        TestCase("who has come gets nothing, and neither does a member with the verified address", come),
        TestCase("a member's address that nobody has verified keeps nobody from being invited", unverified),
        TestCase("the first device uses the mailed link up, and the address stays unverified", used),
        TestCase("who is connecting a device gets nothing", joining),
        TestCase("an invitation that was withdrawn stays so", withdrawn),
        TestCase("an invitation that was withdrawn, or used, counts after others to other roles", manyRoles),
        TestCase("an invitation to other roles is left as it is", otherRoles),
        TestCase(
            "an address whose invitation to other roles was withdrawn is invited anew", newRoles,
            each: Engine.allCases),
        TestCase("an address in another case, or in a second line, is the same one", sameAddress),
        TestCase("terms that cannot be used invite nobody", refusedTerms),
        TestCase("nothing is mailed of an invitation that has ended while its mail waited", ended),
        TestCase("a code that is asked for after 2,000 invitations is mailed before them", codeFirst),
        TestCase("invitations that the server refuses keep no code and no notice back", apart),
        TestCase("a refusal for good gives an invitation up, and the log names it without its address", refused),
        TestCase("an invitation that the server puts off is mailed later, with the same Message-ID", later),
        TestCase("neither address nor code stands readable in the database", sealed),
        TestCase("the mail names organization, host and end in both languages, and no person", words),
        TestCase("the mail has no link but the one to join, and the operator's help", links),
        TestCase("random names and addresses make mails of one recipient, with these fields alone", random),
        TestCase("random addresses reach the server as the one recipient of their mail", randomRecipients),
    ]

    let server: TestMailServer
    let log = Locked<[String]>([])
    private static let day: Int64 = 86_400

    init() throws { server = try TestMailServer() }

    func testManager(_ engine: Engine = .sqlite) throws -> TestManager {
        let manager = try TestManager(engine, log: Log { [log] line in log.withLock { $0.append(line) } })
        let end = manager.clock.now + 30 * Self.day
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        return manager
    }

    var sender: MailSender {
        get throws {
            let address = try #require(
                MailServer("smtp://127.0.0.1:\(server.port)", greeting: "login.example.org", credentials: nil))
            let client = SMTPClient(address, from: try #require(MailAddress("login@example.org")))
            return MailSender(client: client, mailsNotices: true, host: "login.example.org")
        }
    }

    func invitations(_ manager: TestManager) throws -> OutboxDispatcher {
        try OutboxDispatcher(
            manager.manager, InvitationDelivery(manager.context, manager.manager.log, try sender))
    }

    @discardableResult
    func send(
        _ manager: TestManager, to addresses: [String], organization: String = "Example Inc.",
        role: String = "visitor", days: Int64 = 14, language: Language? = nil
    ) throws -> [SendInvitations.Line.State] {
        let terms = JoinLinkTerms(
            organization: organization, roles: [.init(service: "demo", name: role)], lifetimeSeconds: days * Self.day,
            language: language)
        let lines = addresses.enumerated().map { SendInvitations.Addressee(line: $0 + 1, address: $1) }
        return try SendInvitations(manager.context, by: TestManager.operatorName)(to: lines, terms).map(\.state)
    }

    func link(_ manager: TestManager, to address: String = "eve@example.org") throws -> JoinLink {
        try #require(
            try manager.context.database.read { transaction in
                try transaction.joinLinks.all().last { $0.address == address }
            })
    }

    func waitingCount(_ manager: TestManager, _ kind: Outbox.Kind = .invitationMail) throws -> Int {
        try manager.context.database.read { try $0.outbox.count(of: kind) }
    }

    func names() -> [Substring] {
        server.mails.compactMap { mail in mail.split(separator: "\n").first { $0.hasPrefix("Message-ID: <") } }
    }

    // MARK: Who is invited

    func mailed(_ engine: Engine) throws {
        let manager = try testManager(engine)
        #expect(try send(manager, to: ["eve@example.org", "frank@example.org"]) == [.sent, .sent])
        #expect(try waitingCount(manager) == 2)
        #expect(try invitations(manager).deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        #expect(server.mails.count == 2)
        for address in ["eve@example.org", "frank@example.org"] {
            let link = try link(manager, to: address)
            let mail = try #require(server.mails.first { $0.contains("To: \(address)") })
            #expect(mail.contains("/join/\(link.code.groupedText)"))
            #expect(mail.contains("code of this invitation: \(link.code.groupedText)"))
            #expect(link.places == 1)
        }
        #expect(try link(manager).code != link(manager, to: "frank@example.org").code)
    }

    func again() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let first = try link(manager)
        try invitations(manager).deliver()
        manager.clock.advance(seconds: 20 * Self.day)
        #expect(try send(manager, to: ["eve@example.org"]) == [.sentAgain])
        let second = try link(manager)
        #expect(second.id == first.id)
        #expect(second.code == first.code)
        #expect(second.expiresAt == manager.clock.now + 14 * Self.day)
        try invitations(manager).deliver()
        #expect(server.mails.filter { $0.contains(first.code.groupedText) }.count == 2)
        #expect(Set(names()).count == 2)
    }

    func waiting() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        manager.clock.advance(seconds: Self.day)
        #expect(try send(manager, to: ["eve@example.org"]) == [.waiting])
        #expect(try link(manager).expiresAt == manager.clock.now + 14 * Self.day)
        #expect(try waitingCount(manager) == 1)
    }

    func come() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        try invitations(manager).deliver()
        let link = try link(manager)
        #expect(try manager.context.database.write { try $0.joinLinks.take(link.id) })
        #expect(try send(manager, to: ["eve@example.org"]) == [.joined])
        // The link ends, and is still known as used.
        manager.clock.advance(seconds: 20 * Self.day)
        #expect(try send(manager, to: ["eve@example.org"]) == [.joined])
        try manager.context.withAttributes(ofUser: "ada") {
            try $0.set(.email, to: .init(text: "ada@example.org", alias: nil, isPrimary: true, isVerified: true))
        }
        #expect(try send(manager, to: ["Ada@example.org"]) == [.member])
        #expect(try waitingCount(manager) == 0)
    }

    func unverified() throws {
        let manager = try testManager()
        try manager.context.withAttributes(ofUser: "ada") {
            try $0.set(.email, to: .init(text: "eve@example.org", alias: nil, isPrimary: true, isVerified: false))
        }
        #expect(try send(manager, to: ["eve@example.org"]) == [.sent])
    }

    func used() throws {
        let scene = try JoinScene()
        let end = scene.manager.clock.now + 30 * Self.day
        try scene.context.database.write { try $0.outbox.open(.mail, until: end) }
        try send(scene.manager, to: ["eve@example.org"])
        try invitations(scene.manager).deliver()
        let link = try link(scene.manager)
        #expect(server.mails.first?.contains(scene.path(link)) == true)
        var (first, second) = (JoinBrowser(scene), JoinBrowser(scene))
        _ = try first.join("grace", by: link)
        #expect(try second.choose("lin", by: link).status == .gone)
        #expect(try scene.listed(link).people.map(\.name) == ["grace"])
        let account = try #require(try scene.account(named: "grace"))
        let values = try scene.context.database.read { try $0.attributeValues.all(of: account.id) }
        #expect(values.map(\.text) == ["eve@example.org"])
        #expect(values.allSatisfy { !$0.isVerified && !$0.isPrimary })
    }

    func joining() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let link = try link(manager)
        let activation = try manager.invite().id
        try manager.context.database.write { transaction in
            try transaction.execute(
                "UPDATE invitation SET link_id = \(link.id) WHERE activation_id = \(activation)")
        }
        #expect(try send(manager, to: ["eve@example.org"]) == [.joining])
    }

    func withdrawn() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let link = try link(manager)
        _ = try WithdrawJoinLink(manager.context)(link.id.description, by: TestManager.operatorName)
        #expect(try send(manager, to: ["eve@example.org"]) == [.withdrawn])
        try invitations(manager).deliver()
        #expect(server.mails.isEmpty)
        #expect(try waitingCount(manager) == 0)
    }

    func manyRoles() throws {
        let manager = try testManager()
        let addresses = ["eve@example.org", "frank@example.org"]
        func withdraw(_ link: JoinLink) throws {
            _ = try WithdrawJoinLink(manager.context)(link.id.description, by: TestManager.operatorName)
        }
        try send(manager, to: addresses)
        let used = try link(manager, to: addresses[1])
        #expect(try manager.context.database.write { try $0.joinLinks.take(used.id) })
        try withdraw(try link(manager))
        manager.clock.advance(seconds: 60)
        #expect(try send(manager, to: addresses, role: "user") == [.sent, .joined])
        try withdraw(try link(manager))
        try withdraw(
            try MakeJoinLink(manager.context)(
                JoinLinkTerms(
                    organization: "Example Inc.", roles: [.init(service: "demo", name: "user")],
                    address: addresses[1], lifetimeSeconds: Self.day),
                by: TestManager.operatorName))
        let waiting = try waitingCount(manager)
        #expect(try send(manager, to: addresses) == [.withdrawn, .joined])
        #expect(try send(manager, to: addresses, role: "user") == [.withdrawn, .withdrawn])
        #expect(try waitingCount(manager) == waiting)
    }

    func otherRoles() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let first = try link(manager)
        manager.clock.advance(seconds: Self.day)
        #expect(try send(manager, to: ["eve@example.org"], role: "user") == [.otherRoles])
        #expect(try link(manager) == first)
    }

    func newRoles(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let manager = scene.manager
        let end = manager.clock.now + 30 * Self.day
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        let addresses = ["eve@example.org", "frank@example.org"]
        try send(manager, to: addresses)
        let (wrong, used) = (try link(manager), try link(manager, to: addresses[1]))
        var frank = JoinBrowser(scene)
        _ = try frank.join("frank", by: used)
        manager.clock.advance(seconds: 60)
        #expect(try send(manager, to: addresses, role: "user") == [.otherRoles, .joined])
        for link in [wrong, used] { try scene.withdraw(link) }
        // A person who has come is not invited again.
        #expect(try send(manager, to: addresses, role: "user") == [.sent, .joined])
        let right = try link(manager)
        #expect(right.code != wrong.code)
        #expect(try invitations(manager).deliver() == nil)
        #expect(server.mails.count == 1)
        #expect(server.mails.first?.contains(right.code.groupedText) == true)
        #expect(try send(manager, to: addresses, role: "user") == [.sentAgain, .joined])
        #expect(try send(manager, to: addresses) == [.withdrawn, .withdrawn])
        var eve = JoinBrowser(scene)
        _ = try eve.join("eve", by: right)
        #expect(try ShowUser(scene.context)("eve").roles.map(\.roles) == [["user"]])
    }

    func sameAddress() throws {
        let manager = try testManager()
        #expect(try send(manager, to: ["eve@example.org", "Eve@example.org"]) == [.sent, .repeated])
        #expect(try send(manager, to: ["EVE@example.org"]) == [.waiting])
        #expect(try waitingCount(manager) == 1)
    }

    func refusedTerms() throws {
        let manager = try testManager()
        let wrong: [(organization: String, role: String, days: Int64)] = [
            ("Nobody", "visitor", 14), ("Example Inc.", "emperor", 14), ("Example Inc.", "visitor", 91),
            ("Example Inc.", "visitor", 0),
        ]
        for (organization, role, days) in wrong {
            #expect(throws: ManagerError.self) {
                try send(manager, to: ["eve@example.org"], organization: organization, role: role, days: days)
            }
        }
        #expect(try waitingCount(manager) == 0)
    }
}
