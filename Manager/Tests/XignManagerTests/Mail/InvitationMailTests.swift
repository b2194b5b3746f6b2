// Long because: one suite, and the list of its tests.
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
        TestCase("an invitation to other roles is left as it is", otherRoles),
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
    ]

    private let server: TestMailServer
    private let log = Locked<[String]>([])
    private static let day: Int64 = 86_400

    init() throws { server = try TestMailServer() }

    private func testManager(_ engine: Engine = .sqlite) throws -> TestManager {
        let manager = try TestManager(engine, log: Log { [log] line in log.withLock { $0.append(line) } })
        let end = manager.clock.now + 30 * Self.day
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        return manager
    }

    private var sender: MailSender {
        get throws {
            let address = try #require(
                MailServer("smtp://127.0.0.1:\(server.port)", greeting: "login.example.org", credentials: nil))
            let client = SMTPClient(address, from: try #require(MailAddress("login@example.org")))
            return MailSender(client: client, mailsNotices: true, host: "login.example.org")
        }
    }

    private func invitations(_ manager: TestManager) throws -> OutboxDispatcher {
        try OutboxDispatcher(
            manager.manager, InvitationDelivery(manager.context, manager.manager.log, try sender))
    }

    @discardableResult
    private func send(
        _ manager: TestManager, to addresses: [String], organization: String = "Example Inc.",
        role: String = "visitor", days: Int64 = 14, language: Language? = nil
    ) throws -> [SendInvitations.Line.State] {
        let terms = JoinLinkTerms(
            organization: organization, roles: [.init(service: "demo", name: role)], lifetimeSeconds: days * Self.day,
            language: language)
        let lines = addresses.enumerated().map { SendInvitations.Addressee(line: $0 + 1, address: $1) }
        return try SendInvitations(manager.context, by: TestManager.operatorName)(to: lines, terms).map(\.state)
    }

    private func link(_ manager: TestManager, to address: String = "eve@example.org") throws -> JoinLink {
        try #require(
            try manager.context.database.read { transaction in
                try transaction.joinLinks.all().last { $0.address == address }
            })
    }

    private func waitingCount(_ manager: TestManager, _ kind: Outbox.Kind = .invitationMail) throws -> Int {
        try manager.context.database.read { try $0.outbox.count(of: kind) }
    }

    private func names() -> [Substring] {
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

    func otherRoles() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let first = try link(manager)
        manager.clock.advance(seconds: Self.day)
        #expect(try send(manager, to: ["eve@example.org"], role: "user") == [.otherRoles])
        #expect(try link(manager) == first)
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

    // MARK: Delivery

    func ended() throws {
        let manager = try testManager()
        try send(manager, to: ["over@example.org", "taken@example.org", "open@example.org"], role: "user")
        try send(manager, to: ["role@example.org"])
        let taken = try link(manager, to: "taken@example.org")
        let over = try link(manager, to: "over@example.org")
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            _ = try transaction.joinLinks.take(taken.id)
            try transaction.joinLinks.extend(over.id, until: now)
            try transaction.execute("DELETE FROM role WHERE name = \("visitor")")
        }
        try invitations(manager).deliver()
        #expect(server.mails.count == 1)
        #expect(server.mails.first?.contains("To: open@example.org") == true)
        #expect(try waitingCount(manager) == 0)
    }

    private func appendNotice(_ manager: TestManager) throws {
        let now = manager.clock.now
        try manager.context.withAttributes(ofUser: "ada") {
            try $0.set(.email, to: .init(text: "ada@example.org", alias: nil, isPrimary: true, isVerified: true))
        }
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.notices.append(NoticeEvent(.pinChanged, at: now, accountID: account.id))
        }
    }

    private func codes(_ manager: TestManager) throws -> OutboxDispatcher {
        try OutboxDispatcher(manager.manager, MailDelivery(manager.context, manager.manager.log, try sender))
    }

    func codeFirst() throws {
        let manager = try testManager()
        try send(manager, to: (0..<2000).map { "person\($0)@example.org" })
        let code = try #require(MailedCode(firstBitsOf: [UInt8](repeating: 7, count: 5)))
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            let subject = MailCode.Subject(
                .verifyAddress, account: account.id, value: [1], binding: BearerHash(of: "browser"))
            try transaction.outbox.append(
                code, of: MailCode(subject, to: "ada@example.org", from: [1], at: now), in: nil, at: now)
        }
        // Each kind has a thread of its own, and this one finds the code as its first row.
        #expect(try codes(manager).deliver() == nil)
        #expect(server.mails.count == 1)
        #expect(server.mails.first?.contains(code.groupedText) == true)
        #expect(try waitingCount(manager) == Outbox.countLimit)
    }

    func apart() throws {
        let manager = try testManager()
        let (invitations, others) = (try invitations(manager), try codes(manager))
        server.answer(TestMailServer.hangUp, to: "220")
        try send(manager, to: ["eve@example.org", "frank@example.org"])
        invitations.deliver()
        #expect(try waitingCount(manager) == 2)
        server.answer(nil, to: "220")
        try appendNotice(manager)
        // The invitations rest for a minute, and the notice does not.
        others.deliver()
        #expect(try waitingCount(manager, .mail) == 0)
        invitations.deliver()
        #expect(try waitingCount(manager) == 2)
        manager.clock.advance(seconds: 60)
        invitations.deliver()
        #expect(try waitingCount(manager) == 0)
    }

    private var lines: [String] { log.withLock { $0.filter { $0.contains("mailNotDelivered") } } }

    func refused() throws {
        let manager = try testManager()
        server.answer("550 5.1.1 no such user", to: "RCPT")
        try send(manager, to: ["eve@example.org"])
        #expect(try invitations(manager).deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        let line = try #require(lines.last)
        #expect(lines.count == 1)
        #expect(line.contains("(status 550)"))
        #expect(line.contains("\(try link(manager).id)"))
        #expect(!line.contains("example.org"))
        #expect(!line.contains("againInSeconds"))
        // Run again, the command tries it again.
        server.answer(nil, to: "RCPT")
        #expect(try send(manager, to: ["eve@example.org"]) == [.sentAgain])
        try invitations(manager).deliver()
        #expect(server.mails.count == 1)
    }

    func later() throws {
        let manager = try testManager()
        server.answer("451 4.3.0 later", to: ".")
        try send(manager, to: ["eve@example.org"])
        #expect(try invitations(manager).deliver() == manager.clock.now + 30)
        server.answer(nil, to: ".")
        manager.clock.advance(seconds: 30)
        #expect(try invitations(manager).deliver() == nil)
        #expect(names().count == 2)
        #expect(Set(names()).count == 1)
    }

    func sealed() throws {
        let manager = try testManager()
        try send(manager, to: ["eve@example.org"])
        let (dump, link) = (try manager.dump(), try link(manager))
        #expect(!dump.contains("eve@example.org"))
        #expect(!dump.contains(link.code.text))
        #expect(!dump.contains(link.code.groupedText))
        // The link is in it.
        #expect(dump.contains("\(link.id)"))
    }

    // MARK: Words

    private func composed(
        organization: String = "Example Inc.", help: String? = "mailto:help@example.org", in wording: any Wording
    ) throws -> ComposedMail {
        let code = try #require(JoinCode(typed: "K7QM-2XPD-9RTV"))
        let invitation = MailedInvitation(
            organization: organization, address: "eve@example.org", code: code,
            link: "https://login.example.org/join/\(code.groupedText)", language: nil,
            expiresAt: Timestamp(seconds: 1_800_000_000))
        return ComposedMail(
            invitation, host: "login.example.org", from: OperatorProfile(name: "Example City", help: help), in: wording)
    }

    func words() throws {
        var texts: Set<String> = []
        for wording in Wordings.all {
            let mail = try composed(in: wording)
            texts.insert(mail.text)
            #expect(mail.subject.contains("login.example.org"))
            #expect(!mail.subject.contains("Example Inc."))
            for part in ["Example Inc.", "login.example.org", "K7QM-2XPD-9RTV", "15"] {
                #expect(mail.text.contains(part), "\(wording.tag): \(part)")
            }
            #expect(!mail.text.contains("eve@example.org"))
            #expect(mail.text.hasSuffix(wording.mails.codeNotAsked))
        }
        #expect(texts.count == Wordings.all.count)
    }

    func links() throws {
        for wording in Wordings.all {
            let text = try composed(in: wording).text
            #expect(text.components(separatedBy: "://").count == 2)
            #expect(text.contains("    https://login.example.org/join/K7QM-2XPD-9RTV\n"))
            #expect(text.contains("help@example.org"))
            #expect(try !composed(help: nil, in: wording).text.contains("@"))
        }
    }

    func random() throws {
        let alphabet = Array("ab0.@-+ <>\r\n\t\0:;,\"\\()[]éÖ名=_?")
        func text(upTo count: Int) -> String {
            String((0..<Int.random(in: 1...count)).map { _ in alphabet[Int.random(in: alphabet.indices)] })
        }
        let sender = try #require(MailAddress("login@example.org"))
        for number in 0..<2_000 {
            let list = try? InvitationList(Array("\(text(upTo: 3))@example.org".utf8), at: Timestamp(seconds: 0))
            let address = list?.addressees.last?.address ?? "eve@example.org"
            let to = try #require(MailAddress(address))
            let mail = try composed(organization: text(upTo: 80), in: Wordings.all[number % Wordings.all.count])
            let message = MailMessage(
                from: sender, name: text(upTo: 80), to: to, subject: mail.subject, text: mail.text, id: "AQID",
                host: "login.example.org", date: 1_800_000_000)
            let whole = String(decoding: message.bytes, as: UTF8.self)
            let header = whole.components(separatedBy: "\r\n\r\n")[0]
            let fields = header.components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }
                .map { String($0.prefix { $0 != ":" }) }
            #expect(fields == Self.fields, "\(whole)")
            #expect(header.contains("\r\nTo: \(address)\r\n"), "\(whole)")
            let isASCII = message.bytes.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0D || $0 == 0x0A }
            #expect(isASCII, "\(whole)")
        }
    }

    private static let fields = [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
    ]
}
