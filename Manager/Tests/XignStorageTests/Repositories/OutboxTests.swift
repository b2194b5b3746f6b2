import DatabaseFixture
import Testing
import XignDomain

@testable import XignStorage

extension Storage {
    struct OutboxRows {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a manager takes only rows of the kind that it asks for", kinds, each: Engine.allCases),
            TestCase(
                "the outbox tells how much waits, and since when, without reading it whole", backlog,
                each: Engine.allCases),
            TestCase("a logout waits once, however often its login ends", once, each: Engine.allCases),
            TestCase(
                "a receiver that does not answer gets its rows later, and the others theirs", postponed,
                each: Engine.allCases),
            TestCase("a row without a time ages from the first look, and then goes", undated, each: Engine.allCases),
            TestCase("a dump shows neither subject nor login", sealed, each: Engine.allCases),
        ]

        private func logout(_ service: ServiceID = "service", _ session: String = "one") -> LogoutNotice {
            LogoutNotice(serviceID: service, subject: "subject", sessionID: LogoutSessionID(session))
        }

        func kinds(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now, logout) = (directory.database, directory.now, logout())
                try database.write { try $0.outbox.append(logout) }
                #expect(try database.write { try $0.outbox.take(.notice, at: now, leasedUntil: now + 60) } == nil)
                #expect(try database.read { try $0.outbox.nextAttempt(of: .notice) } == nil)
                let taken = try database.write { try $0.outbox.take(.logout, at: now, leasedUntil: now + 60) }
                #expect(try taken?.logout(database.vault) == logout)
            }
        }

        func backlog(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let logouts = (0..<3).map { logout("service", "\($0)") }
                try database.write { transaction in
                    for logout in logouts { try transaction.outbox.append(logout) }
                }
                #expect(try database.read { try $0.outbox.count(of: .logout) } == 3)
                #expect(try database.read { try $0.outbox.count(of: .notice) } == 0)
                #expect(try database.read { try $0.outbox.oldest() } == nil, "it ages when somebody looks")
                try database.write { try $0.outbox.date(at: now) }
                #expect(try database.read { try $0.outbox.oldest() } == now)
                try database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    _ = try Outbox(transaction: plans).count(of: .logout)
                    _ = try Outbox(transaction: plans).oldest()
                    // PostgreSQL reads a table of one page as a whole.
                    if engine == .sqlite { #expect(plans.scans.filter { !$0.contains("waiting") } == []) }
                    if engine == .sqlite { #expect(!plans.plans.contains { $0.contains("TEMP B-TREE") }) }
                }
            }
        }

        func once(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let logouts = [logout(), logout(), logout("service", "two"), logout("other", "one")]
                try database.write { transaction in
                    for logout in logouts { try transaction.outbox.append(logout) }
                }
                #expect(try Dump(database).count("outbox") == 3)
                let taken = try #require(
                    try database.write { try $0.outbox.take(.logout, at: now, leasedUntil: now + 60) })
                try database.write { try $0.outbox.remove(taken) }
                try database.write { transaction in
                    for logout in logouts { try transaction.outbox.append(logout) }
                }
                #expect(try Dump(database).count("outbox") == 3)
            }
        }

        func postponed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                func take(_ seconds: Int64) throws -> Outbox.Item? {
                    try database.write {
                        try $0.outbox.take(.logout, at: now + seconds, leasedUntil: now + seconds + 60)
                    }
                }
                let logouts = [logout(), logout("service", "two"), logout("other")]
                try database.write { try $0.outbox.append(logouts[0]) }
                let first = try #require(try take(10))
                try database.write { transaction in
                    for logout in logouts.dropFirst() { try transaction.outbox.append(logout) }
                }
                #expect(try take(10)?.logout(database.vault) == logouts[2])
                #expect(try take(10) == nil)
                try database.write { try $0.outbox.failed(first, nextAttemptAt: now + 40) }
                #expect(try database.read { try $0.outbox.nextAttempt(of: .logout) } == now + 40)
                #expect(try take(39) == nil)
                let again = try #require(try take(40))
                #expect(again.attempt == 2)
                #expect(try again.logout(database.vault) == logouts[0])
                #expect(try take(40) == nil)
                try database.write { transaction in
                    try transaction.outbox.remove(again)
                    try transaction.outbox.postpone(receiverOf: again, until: now + 45)
                }
                #expect(try take(44) == nil)
                #expect(try take(45)?.logout(database.vault) == logouts[1])
            }
        }

        func undated(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now, logout) = (directory.database, directory.now, logout())
                try database.write { try $0.outbox.append(logout) }
                func removeOld(_ seconds: Int64) throws -> Int {
                    try database.write { transaction in
                        try transaction.outbox.date(at: now + seconds)
                        return try transaction.outbox.removeOld(before: now + seconds - 60, limit: 10)
                    }
                }
                #expect(try removeOld(0) == 0)
                #expect(try removeOld(60) == 0)
                #expect(try removeOld(61) == 1)
            }
        }

        func sealed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let logout = LogoutNotice(
                    serviceID: "service", subject: "a-subject", sessionID: LogoutSessionID("a-session"))
                try directory.database.write { try $0.outbox.append(logout) }
                #expect(try Dump(directory.database).tables(with: "a-subject") == [])
                #expect(try Dump(directory.database).tables(with: "a-session") == [])
            }
        }
    }
}
