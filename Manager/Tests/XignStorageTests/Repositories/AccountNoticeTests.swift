import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct AccountNotices {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "an account's devices get its notices in order, each without its own acts", listed,
                each: Engine.allCases),
            TestCase("a device gets fifty notices at a time, the oldest first", pages, each: Engine.allCases),
            TestCase("after old notices were removed, the numbers go on", removed, each: Engine.allCases),
            TestCase(
                "notices after a database was put back have greater numbers than those that devices have seen",
                putBack, each: Engine.allCases),
            TestCase("notices that are appended at once get numbers of their own", concurrent, each: Engine.allCases),
            TestCase("the outbox gets nothing until a manager with a program opens it", closed, each: Engine.allCases),
            TestCase(
                "a row names person, event and operator, and a dump shows none of them", payload, each: Engine.allCases),
            TestCase(
                "a row is taken by one manager at a time, and again after a failure or a lease", taken,
                each: Engine.allCases),
            TestCase("of many managers at once, one takes a row", takenOnce, each: Engine.allCases),
        ]

        private func event(
            _ kind: NoticeEvent.Kind, _ directory: AttributeDirectory, actor: ActivationID? = nil,
            device: String? = nil, after seconds: Int64 = 0
        ) -> NoticeEvent {
            NoticeEvent(
                kind, at: directory.now + seconds, accountID: "ada", actor: actor, device: device,
                operatorName: actor == nil ? "root" : nil)
        }

        private func list(
            _ directory: AttributeDirectory, after number: Int64 = 0, except activation: ActivationID = .random()
        ) throws -> [XignProtocol.Notice] {
            try directory.database.read { try $0.notices.list(for: "ada", after: number, except: activation) }
        }

        func listed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (phone, tablet) = (ActivationID.random(), ActivationID.random())
                let events = [
                    event(.activationRevoked, directory, device: "old phone"),
                    event(.pinChanged, directory, actor: phone, device: "phone"),
                    event(.accountEnabled, directory, after: 5),
                ]
                try directory.database.write { transaction in
                    for event in events { try transaction.notices.append(event) }
                    try transaction.notices.append(NoticeEvent(.pinChanged, at: directory.now, accountID: "bob"))
                }
                let (number, seconds) = (directory.now.rawValue, directory.now.seconds)
                let first = XignProtocol.Notice(
                    number: number, at: seconds, kind: "activationRevoked", device: "old phone")
                let second = XignProtocol.Notice(number: number + 1, at: seconds, kind: "pinChanged", device: "phone")
                let third = XignProtocol.Notice(
                    number: number + 5_000, at: seconds + 5, kind: "accountEnabled", device: nil)
                #expect(try list(directory, except: tablet) == [first, second, third])
                #expect(try list(directory, except: phone) == [first, third])
                #expect(try list(directory, after: second.number) == [third])
            }
        }

        func pages(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let event = event(.pinChanged, directory)
                try directory.database.write { transaction in
                    for _ in 1...60 { try transaction.notices.append(event) }
                }
                let first = directory.now.rawValue
                let pages = try [0, first + 49, first + 59].map { try list(directory, after: $0).map(\.number) }
                #expect(pages == [Array(first...first + 49), Array(first + 50...first + 59), []])
            }
        }

        func removed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let event = event(.pinChanged, directory)
                try directory.database.write { try $0.notices.append(event) }
                let removed = try directory.database.write {
                    try $0.notices.removeOld(before: directory.now + 1, limit: 10)
                }
                #expect(removed == 1)
                try directory.database.write { try $0.notices.append(event) }
                let numbers = try list(directory).map(\.number)
                #expect(numbers == [directory.now.rawValue + 1])
            }
        }

        func putBack(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (event, later) = (event(.pinChanged, directory), event(.pinChanged, directory, after: 1))
                // More than one in a millisecond, so that the numbers run ahead of the clock.
                try directory.database.write { transaction in
                    for _ in 1...60 { try transaction.notices.append(event) }
                }
                let seen = try #require(try list(directory, after: directory.now.rawValue + 49).last).number
                try directory.database.write { transaction in
                    try transaction.execute("DELETE FROM notice")
                    try transaction.execute("DELETE FROM notice_number")
                    try transaction.notices.append(later)
                }
                #expect(try list(directory, after: seen).count == 1)
            }
        }

        func concurrent(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (event, database) = (event(.pinChanged, directory), directory.database)
                let errors = concurrently(20) { _ in try database.write { try $0.notices.append(event) } }
                #expect(errors.isEmpty, "\(errors)")
                let numbers = try list(directory).map(\.number)
                #expect(numbers == Array(directory.now.rawValue...directory.now.rawValue + 19))
            }
        }

        func closed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (first, late) = (event(.pinChanged, directory), event(.pinChanged, directory, after: 60))
                try directory.database.write { transaction in
                    try transaction.notices.append(first)
                    try transaction.outbox.open(.notice, until: late.at)
                    try transaction.notices.append(late)
                }
                #expect(try Dump(directory.database).count("outbox") == 0)
            }
        }

        func payload(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let event = event(.accountRemoved, directory, device: "old phone")
                let account = Account(id: "ada", name: "Augusta", isActive: true)
                try database.write { transaction in
                    try transaction.outbox.open(.notice, until: now + 60)
                    try transaction.outbox.append(event, of: account)
                }
                let dump = try Dump(database)
                #expect(dump.tables(with: "Augusta") == [])
                #expect(dump.tables(with: "old phone") == [])
                let taken = try database.write { try $0.outbox.take(.notice, at: now, leasedUntil: now + 60) }
                let payload = try #require(taken).payload(database.vault, as: NoticePayload.self)
                #expect(payload.user == "Augusta")
                #expect(payload.kind == "accountRemoved")
                #expect(payload.device == "old phone")
                #expect(payload.operator == "root")
            }
        }

        func taken(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let event = event(.pinChanged, directory)
                try database.write { transaction in
                    try transaction.outbox.open(.notice, until: now + 60)
                    try transaction.notices.append(event)
                }
                func take(_ seconds: Int64) throws -> Outbox.Item? {
                    try database.write {
                        try $0.outbox.take(.notice, at: now + seconds, leasedUntil: now + seconds + 60)
                    }
                }
                let first = try #require(try take(0))
                #expect(first.attempt == 1)
                #expect(try take(59) == nil)
                let second = try #require(try take(60))
                #expect(second.attempt == 2)
                // The first taker comes too late to give it back.
                try database.write { try $0.outbox.failed(first, nextAttemptAt: now + 61) }
                #expect(try take(61) == nil)
                try database.write { try $0.outbox.failed(second, nextAttemptAt: now + 70) }
                #expect(try take(69) == nil)
                let third = try #require(try take(70))
                try database.write { try $0.outbox.remove(third) }
                #expect(try Dump(database).count("outbox") == 0)
            }
        }

        func takenOnce(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now, winners) = (directory.database, directory.now, Locked(0))
                let event = event(.pinChanged, directory)
                try database.write { transaction in
                    try transaction.outbox.open(.notice, until: now + 60)
                    try transaction.notices.append(event)
                }
                let errors = concurrently(20) { _ in
                    let item = try database.write { try $0.outbox.take(.notice, at: now, leasedUntil: now + 60) }
                    if item != nil { winners.withLock { $0 += 1 } }
                }
                #expect(errors.isEmpty, "\(errors)")
                #expect(winners.withLock { $0 } == 1)
            }
        }
    }
}
