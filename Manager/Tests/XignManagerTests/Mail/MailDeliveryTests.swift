import DatabaseFixture
import Eventually
import Logging
import OutgoingHTTPS
import Testing
import Threads
import XignDomain

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct MailDeliveryTests {
    @Test("Mails for the operator's server", arguments: TestCase.all(tests + outages))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a mail is in the person's language, otherwise in the operator's", language),
        TestCase("a mail that is sent again has the same Message-ID", again),
        TestCase("a mail that is refused for good is sent again for a day, then given up", refused),
        TestCase("a code that is refused for good is sent again until its time is over", refusedCode),
        TestCase("a code is given up where its time is over before the server takes mails", lateCode),
        TestCase("an address in characters that a mail server does not take is given up", otherCharacters),
        TestCase("after a server that takes no mail nothing is sent for a minute", rest),
        TestCase("a mail under way is interrupted, and waits", interrupted),
        TestCase("a lease outlasts the longest dialogue", lease),
    ]

    let server: TestMailServer
    private let log = Locked<[String]>([])

    init() throws { server = try TestMailServer() }

    func testManager() throws -> TestManager {
        let manager = try TestManager(log: Log { [log] line in log.withLock { $0.append(line) } })
        _ = try Apply(manager.context)(
            Array(
                """
                settings:
                  operator: { name: Example City, language: de }
                users:
                  - name: ada
                    attributes: { email: { value: ada@example.org, verified: true } }
                  - name: emil
                    attributes: { email: { value: "müller@example.org", verified: true } }
                """.utf8))
        let end = manager.clock.now + 3 * 86_400
        try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
        return manager
    }

    func delivery(_ manager: TestManager, port: UInt16? = nil) throws -> MailDelivery {
        let address = try #require(
            MailServer("smtp://127.0.0.1:\(port ?? server.port)", greeting: "login.example.org", credentials: nil))
        let client = SMTPClient(address, from: try #require(MailAddress("login@example.org")))
        return MailDelivery(
            manager.context, manager.manager.log,
            MailSender(client: client, mailsNotices: true, host: "login.example.org"))
    }

    func append(_ manager: TestManager, user: String = "ada") throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            try transaction.notices.append(NoticeEvent(.pinChanged, at: now, accountID: account.id))
        }
    }

    func waitingCount(_ manager: TestManager) throws -> Int {
        try manager.context.database.read { try $0.outbox.count(of: .mail) }
    }

    var lines: [String] { log.withLock { $0.filter { $0.contains("mailNotDelivered") } } }

    func language() throws {
        let manager = try testManager()
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager))
        try append(manager)
        #expect(dispatcher.deliver() == nil)
        #expect(server.mails.last?.contains("Es geht um Ihr Konto ada") == true)
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.accounts.setLanguage(.english, account: account.id)
        }
        try append(manager)
        #expect(dispatcher.deliver() == nil)
        #expect(server.mails.last?.contains("This is about your account ada") == true)
    }

    func again() throws {
        let manager = try testManager()
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager))
        server.answer("451 later", to: ".")
        try append(manager)
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        server.answer(nil, to: ".")
        manager.clock.advance(seconds: 30)
        #expect(dispatcher.deliver() == nil)
        let names = server.mails.compactMap { mail in
            mail.split(separator: "\n").first { $0.hasPrefix("Message-ID: <") }
        }
        #expect(names.count == 2)
        #expect(Set(names).count == 1)
    }

    func refused() throws {
        let manager = try testManager()
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager))
        server.answer("554 5.7.1 relay access denied", to: "RCPT")
        try append(manager)
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        #expect(lines.last?.contains("(status 554)") == true)
        manager.clock.advance(seconds: MailDelivery.doubtSeconds)
        #expect(dispatcher.deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        #expect(lines.count == 2)
    }

    private func appendCode(_ manager: TestManager) throws -> MailCode {
        let now = manager.clock.now
        let typed = try #require(MailedCode(firstBitsOf: [UInt8](repeating: 7, count: 5)))
        return try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            let subject = MailCode.Subject(
                .recoveryBegin, account: account.id, value: [1], binding: BearerHash(of: "browser"))
            let code = MailCode(subject, to: "ada@example.org", from: [1], at: now)
            try transaction.outbox.append(typed, of: code, in: nil, at: now)
            return code
        }
    }

    func refusedCode() throws {
        let manager = try testManager()
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager))
        server.answer("550 5.1.1 no such user", to: "RCPT")
        _ = try appendCode(manager)
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        manager.clock.advance(seconds: MailCode.lifetimeSeconds - 1)
        dispatcher.deliver()
        #expect(try waitingCount(manager) == 1)
        #expect(lines.allSatisfy { $0.contains("(status 550)") && $0.contains("againInSeconds") })
        manager.clock.advance(seconds: 3600)
        #expect(dispatcher.deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        #expect(lines.last?.contains("the time of the code is over") == true)
    }

    func lateCode() throws {
        let manager = try testManager()
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager))
        server.answer(TestMailServer.hangUp, to: "220")
        let code = try appendCode(manager)
        dispatcher.deliver()
        #expect(try waitingCount(manager) == 1)
        server.answer(nil, to: "220")
        manager.clock.advance(seconds: 31 * 60)
        #expect(!code.counts(at: manager.clock.now))
        #expect(dispatcher.deliver() == nil)
        #expect(server.mails.isEmpty)
        #expect(try waitingCount(manager) == 0)
        #expect(lines.last?.contains("the time of the code is over") == true)
        #expect(lines.last?.contains("example.org") == false)
    }

    func otherCharacters() throws {
        let manager = try testManager()
        try append(manager, user: "emil")
        #expect(try waitingCount(manager) == 1)
        #expect(try OutboxDispatcher(manager.manager, try delivery(manager)).deliver() == nil)
        #expect(try waitingCount(manager) == 0)
        #expect(server.connectionCount == 0)
        #expect(lines.first?.contains("other characters") == true)
        #expect(lines.first?.contains("example.org") == false)
    }

    func rest() throws {
        let manager = try testManager()
        // Nobody listens there.
        let dispatcher = try OutboxDispatcher(manager.manager, try delivery(manager, port: 9))
        for _ in 0..<2 { try append(manager) }
        dispatcher.deliver()
        #expect(lines.count == 1)
        manager.clock.advance(seconds: 59)
        dispatcher.deliver()
        #expect(lines.count == 1)
        manager.clock.advance(seconds: 1)
        dispatcher.deliver()
        #expect(lines.count == 2)
        #expect(try waitingCount(manager) == 2)
    }

    func interrupted() throws {
        let manager = try testManager()
        let silent = try TestMailServer(isSilent: true)
        let delivery = try delivery(manager, port: silent.port)
        try append(manager)
        startThread("interrupt") {
            _ = eventually { silent.connectionCount == 1 }
            delivery.interrupt()
        }
        #expect(try OutboxDispatcher(manager.manager, delivery).deliver() == manager.clock.now + 30)
        #expect(silent.connectionCount == 1)
        #expect(lines.count == 1)
        #expect(try waitingCount(manager) == 1)
    }

    func lease() throws {
        let delivery = try delivery(try testManager())
        #expect(delivery.leaseSeconds * 1000 > Int64(SMTPClient.totalMilliseconds))
    }
}
