// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Eventually
import Foundation
import Logging
import Testing
import Threads
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct NoticeDeliveryTests {
    @Test("Notices to the operator's program", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A notice is JSON on standard input, and is delivered once", payload, each: Engine.allCases),
        TestCase("The program gets the link that stops a new device, and not what it is made of", stopLink),
        TestCase("An address that is not verified is not named: it may be anybody's", unverifiedAddress),
        TestCase(
            "An address that was verified and preferred in a browser does not replace an operator's, or an older one",
            preferredAddress),
        TestCase(
            "The address is that of the moment of the act: whoever changes it later redirects nothing", laterAddress),
        TestCase("The database does not hold the text of a notice in the clear", sealed),
        TestCase("A program that fails gets the same notice again, later each time", backOff, each: Engine.allCases),
        TestCase("The pauses end at an hour", longestPause),
        TestCase(
            "A failure is logged with the beginning of standard error, without the personal data of the notice",
            loggedFailure),
        TestCase("A row that somebody has altered does not hold up the others", altered),
        TestCase("Notices that the program does not take are removed after three days", removal),
        TestCase("Without a program nothing is written for one", noProgram),
        TestCase(
            "A manager with a program keeps the outbox open, and gets notices that were written while it was off",
            keptOpen),
        TestCase("The notice of an account's removal is delivered after it, and those before too", removedAccount),
        TestCase("Several managers on one database deliver each notice once", severalManagers, each: Engine.allCases),
        TestCase("A notice that a manager has taken is left alone until its lease ends", lease, each: Engine.allCases),
        TestCase(
            "A manager that comes back after its lease does not delay the notice that another has taken", lateFailure),
        TestCase("The thread is woken by a notice, and runs one program at a time", thread, each: Engine.allCases),
        TestCase("A stop waits for the running program, then kills it, and its notice is due at once", stop),
    ]

    private let scripts: Scripts
    private let log = Locked<[String]>([])

    init() throws { scripts = try Scripts() }

    private func testManager(_ engine: Engine = .sqlite) throws -> TestManager {
        let manager = try TestManager(engine, log: Log { [log] line in log.withLock { $0.append(line) } })
        _ = try Apply(manager.context)(
            Array(
                """
                users:
                  - name: ada
                    attributes: { email: { value: ada@example.org, verified: true } }
                  - name: mallory
                    attributes: { email: victim@example.org }
                """.utf8))
        _ = try dispatcher(manager.manager, "exit 1")  // opens the outbox
        return manager
    }

    private func dispatcher(_ manager: Manager, _ script: String) throws -> OutboxDispatcher {
        try OutboxDispatcher(
            manager, NoticeDelivery(manager.context, try NotifyProgram([try scripts.script(script)])))
    }

    private func append(
        _ manager: TestManager, _ kind: NoticeEvent.Kind = .pinChanged, user: String = "ada", device: String? = nil,
        operator name: String? = nil
    ) throws {
        let now = manager.clock.now
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            try transaction.notices.append(
                NoticeEvent(kind, at: now, accountID: account.id, device: device, operatorName: name))
        }
    }

    /// The number of rows in the outbox.
    private func waitingCount(_ manager: TestManager) throws -> Int {
        let row = try manager.context.database.read { try $0.row("SELECT COUNT(*) AS count FROM outbox") }
        let count: Int? = try row?("count")
        return try #require(count)
    }

    private func lines(_ event: String) -> [String] {
        log.withLock { $0.filter { $0.contains("\"event\":\"\(event)\"") } }
    }

    // MARK: The notice

    func payload(_ engine: Engine) throws {
        let manager = try testManager(engine)
        try append(manager, .activationRevoked, device: #"$(id) "Phone""#, operator: "root")
        let dispatcher = try dispatcher(manager.manager, scripts.keepInput)
        #expect(dispatcher.deliver() == nil)
        #expect(dispatcher.deliver() == nil)
        let payload = try #require(try scripts.payloads.first)
        let json =
            #"{"at":\#(manager.clock.now.seconds),"device":"$(id) \"Phone\"","email":"ada@example.org","id":"\#(payload.id)","#
            + #""kind":"activationRevoked","operator":"root","user":"ada"}"#
        let inputs = try scripts.inputs
        #expect(inputs == [Data(json.utf8)])
        #expect(try waitingCount(manager) == 0)
    }

    func stopLink() throws {
        let manager = try testManager()
        let phone = try RawDevice(manager, user: "ada")
        try dispatcher(manager.manager, scripts.keepInput).deliver()
        let payload = try #require(try scripts.payloads.first { $0.kind == "activationPersonalized" })
        #expect(payload.stop == (try StopDevice(manager.context).link(to: phone.activation)))
        for input in try scripts.inputs { #expect(!String(decoding: input, as: UTF8.self).contains("stoppable")) }
    }

    func unverifiedAddress() throws {
        let manager = try testManager()
        try append(manager, user: "mallory")
        try dispatcher(manager.manager, scripts.keepInput).deliver()
        let payload = try #require(try scripts.payloads.first)
        #expect(payload.user == "mallory")
        #expect(payload.email == nil)
    }

    func preferredAddress() throws {
        let manager = try testManager()
        func verifyInBrowser(_ address: String, of user: String) throws {
            manager.clock.advance(seconds: 60)
            var value = try manager.store(.email, address, alias: address, user: user)
            (value.verification, value.isPrimary) = (.code, true)
            try manager.replace(value)
        }
        try verifyInBrowser("thief@example.org", of: "ada")
        try append(manager)
        // Nobody has vouched for one of these.
        try verifyInBrowser("mallory@example.org", of: "mallory")
        try verifyInBrowser("thief@example.org", of: "mallory")
        try append(manager, user: "mallory")
        let dispatcher = try dispatcher(manager.manager, scripts.keepInput)
        dispatcher.deliver()
        dispatcher.deliver()
        #expect(try scripts.payloads.compactMap(\.email).sorted() == ["ada@example.org", "mallory@example.org"])
    }

    func laterAddress() throws {
        let manager = try testManager()
        try append(manager)
        let change = "users: [{ name: ada, attributes: { email: { value: x@example.com, verified: true } } }]"
        _ = try Apply(manager.context)(Array(change.utf8))
        try dispatcher(manager.manager, scripts.keepInput).deliver()
        #expect(try scripts.payloads.map(\.email) == ["ada@example.org"])
    }

    func sealed() throws {
        let manager = try testManager()
        try append(manager, operator: "Charles Babbage")
        #expect(try waitingCount(manager) == 1)
        let dump = try manager.dump()
        #expect(!dump.contains("Babbage"))
        #expect(!dump.contains("ada@example.org"))
    }

    // MARK: Failures

    func backOff(_ engine: Engine) throws {
        let manager = try testManager(engine)
        try append(manager)
        let dispatcher = try dispatcher(
            manager.manager, "\(scripts.keepInput); test -e \(scripts.folder.path)/repaired")
        for (attempt, pause) in [30, 60, 120].enumerated() {
            #expect(dispatcher.deliver() == manager.clock.now + Int64(pause))
            #expect(try scripts.inputs.count == attempt + 1)
            manager.clock.advance(seconds: Int64(pause) - 1)
            #expect(dispatcher.deliver() == manager.clock.now + 1)
            #expect(try scripts.inputs.count == attempt + 1)
            manager.clock.advance(seconds: 1)
        }
        try "".write(to: scripts.folder.appending(path: "repaired"), atomically: false, encoding: .utf8)
        #expect(dispatcher.deliver() == nil)
        #expect(try scripts.inputs.count == 4)
        #expect(Set(try scripts.inputs).count == 1)
        #expect(try waitingCount(manager) == 0)
    }

    func longestPause() throws {
        let manager = try testManager()
        try append(manager)
        let dispatcher = try dispatcher(manager.manager, "exit 1")
        for _ in 0..<12 {
            let next = try #require(dispatcher.deliver())
            manager.clock.advance(seconds: next.secondsSince(manager.clock.now))
        }
        #expect(dispatcher.deliver() == manager.clock.now + 3600)
    }

    func loggedFailure() throws {
        let manager = try testManager()
        try append(manager, device: "Ada's phone")
        let script = "echo 'no route to mail server' >&2; cat >&2; echo \"for Ada's phone\" >&2; exit 75"
        try dispatcher(manager.manager, script).deliver()
        let line = try #require(lines("noticeNotDelivered").first)
        #expect(line.contains("\"reason\":\"exit status 75\""))
        #expect(line.contains("\"attempt\":\"1\""))
        #expect(line.contains("no route to mail server"))
        #expect(!line.contains("ada@example.org"))
        #expect(!line.contains("Ada's phone"))
    }

    func altered() throws {
        let manager = try testManager()
        try append(manager, .pinChanged)
        let noise = [UInt8](repeating: 1, count: 60)
        try manager.context.database.write { try $0.execute("UPDATE outbox SET sealed_payload = \(noise)") }
        try append(manager, .factorAdded)
        try dispatcher(manager.manager, scripts.keepInput).deliver()
        #expect(try scripts.payloads.map(\.kind) == ["factorAdded"])
        #expect(lines("noticeNotDelivered").count == 1)
    }

    func removal() throws {
        let manager = try testManager()
        try append(manager)
        let removeExpired = RemoveExpired(manager.context)
        manager.clock.advance(seconds: 3 * 86_400)
        try removeExpired { false }
        #expect(try waitingCount(manager) == 1)
        manager.clock.advance(seconds: 1)
        try removeExpired { false }
        #expect(try waitingCount(manager) == 0)
    }

    func noProgram() throws {
        let manager = try TestManager()
        try append(manager)
        #expect(try waitingCount(manager) == 0)
        _ = try dispatcher(manager.manager, "exit 0")
        try append(manager)
        #expect(try waitingCount(manager) == 1)
        manager.clock.advance(seconds: 3 * 86_400)
        try append(manager)
        #expect(try waitingCount(manager) == 1)
    }

    func keptOpen() throws {
        let manager = try testManager()
        let dispatcher = try dispatcher(manager.manager, scripts.keepInput)
        for _ in 0..<5 {
            manager.clock.advance(seconds: 86_400)
            dispatcher.deliver()
        }
        manager.clock.advance(seconds: 86_400)
        try append(manager)
        dispatcher.deliver()
        #expect(try scripts.inputs.count == 1)
    }

    func removedAccount() throws {
        let manager = try testManager()
        try append(manager, .pinChanged)
        try append(manager, .accountRemoved)
        try manager.context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.accounts.remove(account.id)
        }
        try dispatcher(manager.manager, scripts.keepInput).deliver()
        #expect(Set(try scripts.payloads.map(\.kind)) == ["pinChanged", "accountRemoved"])
        #expect(Set(try scripts.payloads.map(\.email)) == ["ada@example.org"])
    }

    // MARK: Several managers

    func severalManagers(_ engine: Engine) throws {
        let manager = try testManager(engine)
        for _ in 0..<20 { try append(manager) }
        let nodes = try [manager.manager] + (0..<2).map { _ in try manager.secondNode() }
        let dispatchers = try nodes.map { try dispatcher($0, scripts.keepInput) }
        concurrently(dispatchers.count) { _ = dispatchers[$0].deliver() }
        #expect(try scripts.inputs.count == 20)
        #expect(Set(try scripts.payloads.map(\.id)).count == 20)
        #expect(try waitingCount(manager) == 0)
        for node in nodes.dropFirst() { node.context.database.close() }
    }

    func lease(_ engine: Engine) throws {
        let manager = try testManager(engine)
        try append(manager)
        let now = manager.clock.now
        let taken = try manager.context.database.write { try $0.outbox.take(.notice, at: now, leasedUntil: now + 120) }
        #expect(taken?.attempt == 1)
        let dispatcher = try dispatcher(manager.manager, scripts.keepInput)
        manager.clock.advance(seconds: 119)
        #expect(dispatcher.deliver() == manager.clock.now + 1)
        #expect(try scripts.inputs.isEmpty)
        manager.clock.advance(seconds: 1)
        dispatcher.deliver()
        #expect(try scripts.payloads.map(\.id) == [taken?.idText])
    }

    func lateFailure() throws {
        let manager = try testManager()
        try append(manager)
        let now = manager.clock.now
        let database = manager.context.database
        let late = try #require(try database.write { try $0.outbox.take(.notice, at: now, leasedUntil: now + 1) })
        let taken = try #require(try database.write { try $0.outbox.take(.notice, at: now + 1, leasedUntil: now + 2) })
        try manager.context.database.write { try $0.outbox.failed(late, nextAttemptAt: now + 1000) }
        #expect(try manager.context.database.read { try $0.outbox.nextAttempt(of: .notice) } == now + 2)
        try manager.context.database.write { try $0.outbox.failed(taken, nextAttemptAt: now + 1000) }
        #expect(try manager.context.database.read { try $0.outbox.nextAttempt(of: .notice) } == now + 1000)
    }

    // MARK: The thread

    func thread(_ engine: Engine) throws {
        let manager = try testManager(engine)
        let lock = "\(scripts.folder.path)/lock"
        let dispatcher = try dispatcher(
            manager.manager, "mkdir \(lock) || touch \(scripts.folder.path)/two; \(scripts.keepInput); rmdir \(lock)")
        dispatcher.start()
        defer { dispatcher.stop(within: .seconds(10)) }
        for _ in 0..<10 { try append(manager) }
        #expect(eventually { (try? scripts.inputs.count) == 10 })
        #expect(!FileManager.default.fileExists(atPath: "\(scripts.folder.path)/two"))
    }

    func stop() throws {
        let manager = try testManager()
        try append(manager)
        let pipe = try NamedPipe(in: scripts)
        let dispatcher = try dispatcher(manager.manager, "exec 3> \(pipe.path); echo x >&3; sleep 1000 & wait")
        dispatcher.start()
        #expect(pipe.waitForByte())
        dispatcher.stop(within: .zero)
        #expect(pipe.waitForEnd())
        #expect(lines("noticeNotDelivered").first?.contains("\"reason\":\"interrupted\"") == true)
        try self.dispatcher(manager.manager, scripts.keepInput).deliver()
        #expect(try scripts.inputs.count == 1)
    }
}
