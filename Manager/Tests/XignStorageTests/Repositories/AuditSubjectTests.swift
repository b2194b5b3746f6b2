import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct AuditSubjectTests {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("an event is found by each of its subjects, newest first", subjects, each: Engine.allCases),
            TestCase("a login costs the index one row by account and one by service", size, each: Engine.allCases),
            TestCase(
                "events that leave the log leave both indexes, and take their evidence along", removal,
                each: Engine.allCases),
            TestCase("no query of a search reads a whole table", plans, each: Engine.allCases),
            TestCase(
                "the log keeps an administrator without the session, a device as its person, and no client", actors,
                each: Engine.allCases),
        ]

        private static let always = AuditRange(begin: [], end: [0xFF])

        private func record(_ events: [AuditEvent], _ database: any Database) throws {
            try database.write { transaction in for event in events { try transaction.audit.append(event) } }
        }

        private func indexAll(_ database: any Database) throws {
            try database.write { transaction in
                let entries = try transaction.audit.entries(after: [], before: [0xFF], limit: 100_000)
                try transaction.history.add(entries)
                if let last = entries.last { try transaction.history.setPlace(last.id) }
            }
        }

        private func kinds(
            _ subjects: [AuditSubject], _ database: any Database, limit: Int = 100, in range: AuditRange = always
        ) throws -> [AuditEvent.Kind] {
            try database.read { transaction in
                try transaction.audit.entries(try transaction.auditIndex.newest(limit, of: subjects, in: range))
            }.map(\.event.kind)
        }

        func subjects(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                try record(
                    [
                        AuditEvent(.loginConfirmed, at: now, accountID: "ada", serviceID: "shop"),
                        AuditEvent(.codeIssued, at: now + 1, accountID: "ada", serviceID: "shop"),
                        AuditEvent(.accountDisabled, at: now + 2, accountID: "ada", actor: .machine("root")),
                        AuditEvent(
                            .grantGiven, at: now + 3, accountID: "bob", organizationID: "org",
                            actor: .administrator("ada")),
                        AuditEvent(.actRequested, at: now + 4, accountID: "bob", actor: .administrator("ada")),
                        AuditEvent(.loginConfirmed, at: now + 5, accountID: "eve", serviceID: "wiki"),
                        AuditEvent(.sessionBegun, at: now + 6, accountID: "eve", serviceID: BuiltInParties.serviceID),
                    ], database)
                try indexAll(database)
                #expect(try kinds([.account("ada")], database) == [.accountDisabled, .loginConfirmed])
                #expect(try kinds([.account("bob")], database) == [.actRequested, .grantGiven])
                #expect(try kinds([.administrator("ada")], database) == [.actRequested, .grantGiven])
                #expect(try kinds([.machine("root")], database) == [.accountDisabled])
                #expect(try kinds([.machine("ada")], database) == [])
                #expect(try kinds([.service("shop")], database) == [.loginConfirmed])
                #expect(try kinds([.service(BuiltInParties.serviceID)], database) == [])
                #expect(try kinds([.organization("org")], database) == [.grantGiven])
                #expect(try kinds([.topic(.administration)], database) == [.actRequested, .grantGiven])
                let both: [AuditSubject] = [.service("shop"), .service("wiki"), .administrator("ada")]
                #expect(
                    try kinds(both, database) == [.loginConfirmed, .actRequested, .grantGiven, .loginConfirmed])
                #expect(try kinds(both, database, limit: 2) == [.loginConfirmed, .actRequested])
                let range = AuditRange(
                    begin: TimeOrderedID.place(at: now + 3), end: TimeOrderedID.place(at: now + 5))
                #expect(try kinds(both, database, in: range) == [.actRequested, .grantGiven])
            }
        }

        func actors(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let session = BrowserSession(
                    id: .random(), cookieHash: BearerHash(of: "cookie"), surface: .console, accountID: "ada",
                    activationID: .random(), network: nil, createdAt: now, lastSeen: now)
                let events = [
                    AuditEvent(.accountDisabled, at: now, accountID: "bob", actor: .session(session)),
                    AuditEvent(.pinChanged, at: now + 1, accountID: "bob", actor: .device(.random())),
                ]
                #expect(events.map(\.actor) == [.administrator("ada"), .person])
                try record(events, database)
                #expect(try database.read { try $0.audit.newest(2) } == events.reversed())
                #expect(throws: StorageError.self) {
                    try record([AuditEvent(.accountDisabled, at: now, actor: .client("api"))], database)
                }
                #expect(try database.read { try $0.audit.newest(3) }.count == 2)
            }
        }

        func size(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                try record(
                    [.loginConfirmed, .codeIssued, .codeRedeemed].map {
                        AuditEvent($0, at: now, accountID: "ada", serviceID: "shop", sessionID: .random())
                    }, database)
                try indexAll(database)
                try indexAll(database)
                let dump = try Dump(database)
                #expect(dump.count("account_history") == 1)
                #expect(dump.count("audit_subject") == 1)
            }
        }

        func removal(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let device = try EnrolledDevice(directory)
                let logins = (0..<3).map { _ in directory.login(.none).process }
                try database.write { transaction in
                    for (number, login) in logins.enumerated() {
                        let consent = try device.sign(Array("login \(number)".utf8), .consent)
                        let at = now + Int64(number)
                        try transaction.evidence.insert(consent, of: login, by: device.activation, at: at)
                        for kind in [.loginConfirmed, .codeRedeemed] as [AuditEvent.Kind] {
                            try transaction.audit.append(
                                AuditEvent(kind, at: at, accountID: "ada", serviceID: "shop", sessionID: login.id))
                        }
                    }
                }
                try indexAll(database)
                func remaining() throws -> [Int] {
                    let dump = try Dump(database)
                    return ["audit", "account_history", "audit_subject", "evidence"].map(dump.count)
                }
                #expect(try remaining() == [6, 3, 3, 3])
                let end = TimeOrderedID.place(at: now + 1)
                #expect(try database.write { try $0.audit.removeOldest(1, before: end) } == 1)
                #expect(try database.write { try $0.audit.removeOldest(10, before: end) } == 1)
                #expect(try database.write { try $0.audit.removeOldest(10, before: end) } == 0)
                #expect(try remaining() == [4, 2, 2, 2])
                // The statement of the last login tells the person what the website has received.
                _ = try database.write { try $0.audit.removeOldest(10, before: [0xFF]) }
                #expect(try remaining() == [0, 0, 0, 1])
                #expect(try database.read { try $0.evidence.record(of: logins[2].id) } != nil)
                // It goes with the next login.
                let late = now + 100 * 86_400
                try record(
                    [
                        AuditEvent(
                            .codeRedeemed, at: late, accountID: "ada", serviceID: "shop", sessionID: .random())
                    ], database)
                try indexAll(database)
                #expect(try Dump(database).count("evidence") == 0)
            }
        }

        func plans(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                for batch in 0..<20 {
                    try record(
                        (0..<200).map { number in
                            AuditEvent(
                                number % 4 == 0 ? .actRequested : .loginConfirmed, at: now + Int64(batch),
                                accountID: number % 8 < 4 ? "ada" : "bob", serviceID: "shop", sessionID: .random())
                        }, database)
                }
                try indexAll(database)
                if engine == .postgreSQL {
                    for table in ["audit", "account_history", "audit_subject"] as [SQL.Fragment] {
                        try database.write { try $0.execute("ANALYZE \(table)") }
                    }
                }
                let range = AuditRange(
                    begin: TimeOrderedID.place(at: now + 5), end: TimeOrderedID.place(at: now + 15))
                let (counts, scans, sorts) = try database.read { transaction in
                    let plans = QueryPlans(transaction, engine)
                    let (log, index) = (AuditLog(transaction: plans), AuditIndex(transaction: plans))
                    let subjects: [AuditSubject] = [.account("ada"), .service("shop"), .topic(.administration)]
                    let counts = try subjects.map { try index.newest(51, of: [$0], in: range).count }
                    // So few that PostgreSQL does not read all of this small table instead.
                    let ids = try index.newest(25, of: subjects, in: range)
                    let found = try [log.entries(ids).count, log.newest(100, in: range).count]
                    _ = try Evidence(transaction: plans).recorded(among: [.random(), .random()])
                    return (counts + found, plans.scans, plans.plans.filter { $0.contains("B-TREE") })
                }
                #expect(counts == [51, 51, 51, 25, 100])
                #expect(scans.filter { !$0.contains("evidence") } == [])
                #expect(sorts == [])
            }
        }
    }
}
