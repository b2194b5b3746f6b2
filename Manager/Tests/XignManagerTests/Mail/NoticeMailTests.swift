// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignPages
import XignWording

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct NoticeMailTests {
    @Test("Notices by mail", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a notice goes to each verified address, and to no other", addresses, each: Engine.allCases),
        TestCase("the address is that of the moment of the act", moment),
        TestCase("without a manager that mails nothing is written for one", nobody),
        TestCase("the program is told what the manager mails", program),
        TestCase("after twenty notices of a day one says that no more follow", budget, each: Engine.allCases),
        TestCase("a new device is none of the twenty: one too many is announced after it, too", besides),
        TestCase("a flood that goes on is mailed again on the next day", nextDay),
        TestCase("a new device is mailed, however many notices came before", afterFlood),
        TestCase("the removal of an account is mailed, however many notices came before", removal),
        TestCase("the database does not hold the text of a mail in the clear", sealed),
        TestCase("each kind of notice has words in both languages", kinds),
        TestCase("the name of a device stands in a line of its own", devices),
        TestCase("the name of a device that could be a link, or end its quotation, is not shown", hostileNames),
        TestCase("the subject names the host and nobody", subject),
        TestCase("the mail that says that no more follow tells nothing of a change", oneTooMany),
        TestCase("no mail has a link but the operator's help and the one that stops what it tells of", links),
        TestCase("the mails of a recovery say when it goes on, and that a use of a device stops it", recovery),
        TestCase("the language is the one that the person has chosen, or none", language),
    ]

    /// - Parameter kinds: the kinds of the outbox that are open.
    private func manager(_ engine: Engine = .sqlite, open kinds: [Outbox.Kind] = [.mail]) throws -> TestManager {
        let manager = try TestManager(engine)
        _ = try Apply(manager.context)(
            Array(
                """
                users:
                  - name: ada
                    attributes:
                      email:
                        - { value: ada@example.org, alias: Home, verified: true }
                        - { value: ada@work.example, alias: Work, verified: true }
                        - { value: victim@example.org, alias: Other }
                  - name: mallory
                    attributes: { email: victim@example.org }
                """.utf8))
        let end = manager.clock.now + 86_400
        try manager.context.database.write { transaction in
            for kind in kinds { try transaction.outbox.open(kind, until: end) }
        }
        return manager
    }

    private func append(
        _ manager: TestManager, _ kind: NoticeEvent.Kind = .pinChanged, user: String = "ada", device: String? = nil
    ) throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            try transaction.notices.append(NoticeEvent(kind, at: now, accountID: account.id, device: device))
        }
    }

    private func mails(_ manager: TestManager) throws -> [MailPayload] { try manager.mailedNotices() }

    func addresses(_ engine: Engine) throws {
        let manager = try manager(engine)
        try append(manager, .activationRevoked, device: "Phone")
        try append(manager, .activationRevoked, user: "mallory")
        let mails = try mails(manager)
        #expect(Set(mails.map(\.to)) == ["ada@example.org", "ada@work.example"])
        #expect(mails.allSatisfy { $0.user == "ada" && $0.device == "Phone" && !$0.isOneTooMany })
    }

    func moment() throws {
        let manager = try manager()
        try append(manager)
        try manager.context.withAttributes(ofUser: "ada") {
            try $0.set(.email, to: .init(text: "new@example.org", alias: nil, isPrimary: true, isVerified: true))
        }
        #expect(try !mails(manager).contains { $0.to == "new@example.org" })
    }

    func nobody() throws {
        let manager = try manager(open: [])
        try append(manager)
        #expect(try mails(manager).isEmpty)
        let former = try self.manager()
        former.clock.advance(seconds: 86_400)
        try append(former)
        #expect(try mails(former).isEmpty)
    }

    func program() throws {
        let both = try manager(open: [.notice, .mail])
        try append(both)
        #expect(try both.taken(.notice, as: NoticePayload.self).map(\.mailed) == [true])
        try append(both, user: "mallory")
        #expect(try both.taken(.notice, as: NoticePayload.self).map(\.mailed) == [nil])
        let flooded = try manager(open: [.notice, .mail])
        for _ in 0..<22 { try append(flooded) }
        let told = try flooded.taken(.notice, as: NoticePayload.self).map(\.mailed)
        #expect(told.count { $0 == true } == 20)
        let alone = try manager(open: [.notice])
        try append(alone)
        #expect(try alone.taken(.notice, as: NoticePayload.self).map(\.mailed) == [nil])
    }

    func budget(_ engine: Engine) throws {
        let manager = try manager(engine)
        for _ in 0..<25 { try append(manager) }
        let home = try mails(manager).filter { $0.to == "ada@example.org" }
        #expect(home.count == 21)
        #expect(home.count { $0.isOneTooMany } == 1)
        manager.clock.advance(seconds: 86_401)
        try manager.context.database.write { [end = manager.clock.now + 60] in try $0.outbox.open(.mail, until: end) }
        try append(manager)
        #expect(try mails(manager).map(\.isOneTooMany) == [false, false])
    }

    func besides() throws {
        let manager = try manager()
        for _ in 0..<20 { try append(manager) }
        try append(manager, .activationPersonalized)
        for _ in 0..<3 { try append(manager) }
        let home = try mails(manager).filter { $0.to == "ada@example.org" }
        #expect(home.count == 22)
        #expect(home.filter(\.isOneTooMany).map(\.kind) == ["pinChanged"])
    }

    func nextDay() throws {
        let manager = try manager()
        for _ in 0..<3 {
            let end = manager.clock.now + 60
            try manager.context.database.write { try $0.outbox.open(.mail, until: end) }
            for _ in 0..<25 { try append(manager) }
            let home = try mails(manager).filter { $0.to == "ada@example.org" }
            #expect(home.count == 21)
            #expect(home.count { $0.isOneTooMany } == 1)
            manager.clock.advance(seconds: 86_400)
        }
    }

    func removal() throws {
        let manager = try manager()
        for _ in 0..<30 { try append(manager) }
        _ = try mails(manager)
        try append(manager, .accountRemoved)
        #expect(try mails(manager).map(\.isOneTooMany) == [false, false])
    }

    func afterFlood() throws {
        let manager = try manager()
        for _ in 0..<30 { try append(manager, .activationRenamed) }
        _ = try mails(manager)
        _ = try RawDevice(manager, user: "ada")
        let later = try mails(manager).filter { $0.to == "ada@example.org" }
        #expect(later.map(\.kind) == ["activationPersonalized"])
        #expect(later.map(\.isOneTooMany) == [false])
        #expect(later.first?.stoppable != nil)
    }

    func sealed() throws {
        let manager = try manager()
        try append(manager, device: "Phone of ada")
        #expect(try !manager.dump().contains("ada@example.org"))
        // The mails were in it.
        #expect(try mails(manager).count == 2)
    }

    // MARK: Words

    private func composed(
        _ kind: NoticeEvent.Kind = .activationPersonalized, device: String? = "Phone", help: String? = nil,
        isOneTooMany: Bool = false, stop: String? = nil, readyAt: Int64? = nil,
        in wording: any Wording = Wordings.english
    ) throws -> ComposedMail {
        let notice = MailPayload(
            at: 1_800_000_000, kind: kind.rawValue, to: "ada@example.org", user: "ada", language: nil, device: device,
            operator: "grace", stoppable: nil, readyAt: readyAt, isOneTooMany: isOneTooMany)
        return try #require(
            ComposedMail(
                notice, stop: stop, host: "login.example.org", from: OperatorProfile(name: "Example City", help: help),
                in: wording)
        )
    }

    func kinds() throws {
        var texts: Set<String> = []
        for kind in NoticeEvent.Kind.allCases {
            for wording in Wordings.all { texts.insert(try composed(kind, in: wording).text) }
        }
        // Two kinds say that a device was locked for good, and differ by their end.
        #expect(texts.count == 2 * NoticeEvent.Kind.allCases.count)
        let later = MailPayload(
            at: 0, kind: "ofALaterVersion", to: "", user: "ada", language: nil, device: nil, operator: nil,
            stoppable: nil, readyAt: nil, isOneTooMany: false)
        #expect(ComposedMail(later, host: "h", from: .none, in: Wordings.english) == nil)
    }

    func devices() throws {
        let name = "Your account ends today, call 0123"
        for wording in Wordings.all {
            for kind in [NoticeEvent.Kind.activationPersonalized, .pinChanged, .activationIssued, .deviceUnlocked] {
                let lines = try composed(kind, device: name, in: wording).text.split(separator: "\n")
                let line = try #require(lines.first { $0.contains(name) })
                #expect(line == "    \(wording.mails.quoted(name))", "\(wording.tag): \(kind)")
            }
        }
    }

    private static let hostileName =
        "x” was connected. Was this not you? Stop it here: https://login-example.org/stop “"

    func hostileNames() throws {
        for wording in Wordings.all {
            for name in [
                Self.hostileName, "Phone: login-example.org", "www.login-example.org", "help@example.com", "a” b",
                "a \"", "a://b", "login-example。org", "1.2.3.4.xn--p1ai",
            ] {
                let text = try composed(device: name, in: wording).text
                #expect(!text.contains(name), "\(wording.tag): \(name)")
                #expect(text.contains("\n    \(wording.mails.unshownDevice)\n"), "\(wording.tag): \(name)")
            }
            for name in ["Ada’s phone", "Ada's phone", "Android 4.4", "Phone (work)", "電話"] {
                #expect(try composed(device: name, in: wording).text.contains(wording.mails.quoted(name)), "\(name)")
            }
        }
    }

    func subject() throws {
        for wording in Wordings.all {
            let subject = try composed(in: wording).subject
            #expect(subject.contains("login.example.org"))
            #expect(!subject.contains("ada"))
            #expect(!subject.contains("Phone"))
        }
    }

    func oneTooMany() throws {
        for wording in Wordings.all {
            let text = try composed(device: "Phone", isOneTooMany: true, in: wording).text
            #expect(text.contains(wording.mails.noMoreToday))
            #expect(!text.contains("Phone"))
            #expect(!text.contains("grace"))
            #expect(!text.contains(Moment(seconds: 1_800_000_000).dayAndTimeText(in: wording)))
        }
    }

    func links() throws {
        for wording in Wordings.all {
            for isOneTooMany in [false, true] {
                let text = try composed(
                    help: "mailto:help@example.org", isOneTooMany: isOneTooMany, in: wording
                ).text
                #expect(!text.contains("://"))
                #expect(!text.contains("mailto:"))
                #expect(text.contains("help@example.org"))
                #expect(text.hasSuffix(wording.mails.asksNothing))
                let link = "https://login.example.org/stop?link=AQID.BAUG"
                let stopping = try composed(
                    device: Self.hostileName, isOneTooMany: isOneTooMany, stop: link, in: wording
                ).text
                #expect(stopping.components(separatedBy: "://").count == 2)
                #expect(stopping.contains(link))
                let page = "https://help.example.org/login"
                let helping = try composed(help: page, isOneTooMany: isOneTooMany, in: wording).text
                #expect(helping.components(separatedBy: "://").count == 2)
                #expect(helping.contains(page))
            }
        }
    }

    func recovery() throws {
        for wording in Wordings.all {
            let words = wording.mails
            let ready = Moment(seconds: 1_800_086_400).dayAndTimeText(in: wording)
            let begun = try composed(.recoveryBegun, device: nil, readyAt: 1_800_086_400, in: wording).text
            #expect(begun.contains(words.goesOn(at: ready).text))
            #expect(begun.contains(words.useDevice))
            let finish = words.finish(host: "login.example.org").text
            #expect(!begun.contains(finish))
            let end = try composed(.recoveryReady, device: nil, readyAt: 1_800_086_400, in: wording).text
            #expect(end.contains(finish))
            #expect(end.contains(words.useDevice))
            for kind in [NoticeEvent.Kind.recoveryStopped, .recoveryCompleted, .activationPersonalized] {
                #expect(try !composed(kind, in: wording).text.contains(words.useDevice))
            }
        }
    }

    func language() throws {
        let manager = try manager()
        try append(manager)
        #expect(try mails(manager).map(\.language) == [nil, nil])
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.accounts.setLanguage(.german, account: account.id)
        }
        try append(manager)
        #expect(try mails(manager).map(\.language) == ["de", "de"])
    }
}
