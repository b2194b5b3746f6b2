import Testing
import XignDomain

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A mail server that is down, refuses the manager, puts mails off, or hangs up.
extension MailDeliveryTests {
    static let outages: [TestCase<Self>] = [
        TestCase("a server that is down for an hour loses no mail", downForAnHour),
        TestCase("a server that refuses the sender for days gets each mail once it takes it", refusedSender),
        TestCase("a mail that the server puts off is sent again, and keeps no other one back", greylisted),
        TestCase("a server that hangs up after the data gets the mail again, with the same Message-ID", hangsUp),
    ]

    private func dispatcher(_ manager: TestManager) throws -> OutboxDispatcher {
        try OutboxDispatcher(manager.manager, try delivery(manager))
    }

    /// The Message-IDs of the mails that the server was sent.
    private var names: [Substring] {
        server.mails.compactMap { mail in mail.split(separator: "\n").first { $0.hasPrefix("Message-ID: <") } }
    }

    /// Lets a dispatcher look at the outbox once a minute.
    private func pass(minutes: Int, _ manager: TestManager, _ dispatcher: OutboxDispatcher) {
        for _ in 0..<minutes {
            manager.clock.advance(seconds: 60)
            dispatcher.deliver()
        }
    }

    func downForAnHour() throws {
        let manager = try testManager()
        let dispatcher = try dispatcher(manager)
        server.answer(TestMailServer.hangUp, to: "220")
        for _ in 0..<3 { try append(manager) }
        pass(minutes: 60, manager, dispatcher)
        #expect(try waitingCount(manager) == 3)
        #expect(server.connectionCount < 60)
        server.answer(nil, to: "220")
        pass(minutes: 60, manager, dispatcher)
        #expect(try waitingCount(manager) == 0)
        #expect(names.count == 3)
        #expect(Set(names).count == 3)
    }

    func refusedSender() throws {
        let manager = try testManager()
        let dispatcher = try dispatcher(manager)
        server.answer("550 5.7.1 sender refused", to: "MAIL")
        try append(manager)
        pass(minutes: 2 * 1440, manager, dispatcher)
        #expect(try waitingCount(manager) == 1)
        #expect(lines.allSatisfy { $0.contains("(status 550)") && $0.contains("againInSeconds") })
        server.answer(nil, to: "MAIL")
        pass(minutes: 60, manager, dispatcher)
        #expect(names.count == 1)
        #expect(try waitingCount(manager) == 0)
    }

    func greylisted() throws {
        let manager = try testManager()
        let dispatcher = try dispatcher(manager)
        server.answer("451 4.7.1 greylisted, come again", to: "RCPT")
        for _ in 0..<2 { try append(manager) }
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        #expect(server.connectionCount == 2)
        server.answer(nil, to: "RCPT")
        manager.clock.advance(seconds: 30)
        #expect(dispatcher.deliver() == nil)
        #expect(Set(names).count == 2)
        #expect(try waitingCount(manager) == 0)
    }

    func hangsUp() throws {
        let manager = try testManager()
        let dispatcher = try dispatcher(manager)
        server.answer(TestMailServer.hangUp, to: ".")
        try append(manager)
        #expect(dispatcher.deliver() == manager.clock.now + 30)
        server.answer(nil, to: ".")
        manager.clock.advance(seconds: 30)
        #expect(dispatcher.deliver() == nil)
        #expect(names.count == 2)
        #expect(Set(names).count == 1)
        #expect(try waitingCount(manager) == 0)
    }
}
