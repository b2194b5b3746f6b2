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

/// The delivery of invitations, and the words of their mail.
extension InvitationMailTests {
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
        let sender = try #require(MailAddress("login@example.org"))
        for number in 0..<2_000 {
            let address = Self.randomAddress(number)
            let to = try #require(MailAddress(address))
            let mail = try composed(
                organization: Self.anyText(upTo: 80), in: Wordings.all[number % Wordings.all.count])
            let message = MailMessage(
                from: sender, name: Self.anyText(upTo: 80), to: to, subject: mail.subject, text: mail.text, id: "AQID",
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

    func randomRecipients() throws {
        let manager = try testManager()
        let addresses = Array(Set((0..<400).map { Self.randomAddress($0) }))
        #expect(addresses.count > 100)
        #expect(Set(try send(manager, to: addresses)).isSubset(of: [.sent, .repeated]))
        try invitations(manager).deliver()
        #expect(try waitingCount(manager) == 0)
        #expect(server.recipients.count == server.mails.count)
        for (command, mail) in zip(server.recipients, server.mails) {
            let to = mail.split(separator: "\n").filter { $0.hasPrefix("To: ") }
            #expect(to.map { "TO:<\($0.dropFirst("To: ".count))>" } == [command])
        }
        let named = Set(server.recipients.map { $0.dropFirst("TO:<".count).dropLast().lowercased() })
        #expect(named == Set(addresses.map { $0.lowercased() }))
    }

    private static let anyCharacter = Array("ab0.@-+ <>\r\n\t\0:;,\"\\()[]éÖ名=_?")
    /// The characters of a part of an address (RFC 5322, section 3.2.3).
    private static let atom = Array("abXYZ019!#$%&'*+-/=?^_`{|}~")

    private static func text(of characters: [Character], upTo count: Int) -> String {
        String((0..<Int.random(in: 1...count)).map { _ in characters[Int.random(in: characters.indices)] })
    }

    private static func anyText(upTo count: Int) -> String { text(of: anyCharacter, upTo: count) }

    /// An address that a list of people may have. Every other one is made of any characters, of which few are one.
    private static func randomAddress(_ number: Int) -> String {
        let mailbox =
            number.isMultiple(of: 2)
            ? (0..<Int.random(in: 1...3)).map { _ in text(of: atom, upTo: 12) }.joined(separator: ".")
            : anyText(upTo: 3)
        let list = try? InvitationList(Array("\(mailbox)@example.org".utf8), at: Timestamp(seconds: 0))
        return list?.addressees.last?.address ?? "eve@example.org"
    }

    private static let fields = [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
    ]
}
