import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct History {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("an account's events are found newest first, and by topic", topics, each: Engine.allCases),
            TestCase(
                "events that are not indexed yet are found by the time, and an end shows", recent(_:),
                each: Engine.allCases),
            TestCase(
                "a batch that is added twice counts once, and an end that goes back loses nothing", repeated,
                each: Engine.allCases),
            TestCase("the use of a website has its first and its last login", uses, each: Engine.allCases),
            TestCase(
                "a removed account has no history, and its last events are not indexed", removed, each: Engine.allCases),
            TestCase("no query of a history reads a whole table", plans, each: Engine.allCases),
        ]

        private static let phone = ActivationID.random()

        private func event(
            _ kind: AuditEvent.Kind, _ account: AccountID? = "ada", at moment: Timestamp, service: ServiceID? = nil,
            login: SessionID? = nil
        ) -> AuditEvent {
            AuditEvent(
                kind, at: moment, accountID: account, activationID: Self.phone, serviceID: service, sessionID: login)
        }

        private func record(_ events: [AuditEvent], _ directory: AttributeDirectory) throws {
            try directory.database.write { transaction in for event in events { try transaction.audit.append(event) } }
        }

        /// Indexes everything before a moment, in batches of three.
        private func index(_ database: any Database, before moment: Timestamp) throws {
            var count = 3
            while count == 3 {
                count = try database.write { transaction in
                    let entries = try transaction.audit.entries(
                        after: transaction.history.place(), before: TimeOrderedID.place(at: moment), limit: 3)
                    try transaction.history.add(entries)
                    if let last = entries.last { try transaction.history.setPlace(last.id) }
                    return entries.count
                }
            }
        }

        private func newest(
            _ directory: AttributeDirectory, _ limit: Int = 100, about topics: [HistoryTopic] = HistoryTopic.allCases,
            until end: Timestamp? = nil
        ) throws -> [AuditEvent] {
            try directory.database.read {
                try $0.history.newest(limit, of: "ada", about: topics, until: end).map(\.event)
            }
        }

        func topics(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let now = directory.now
                let events = [
                    event(.accountCreated, at: now), event(.pinChanged, at: now + 1),
                    event(.loginConfirmed, "bob", at: now + 2, service: "shop"),
                    event(.loginConfirmed, at: now + 3, service: "shop"),
                    event(.codeIssued, at: now + 4, service: "shop"),
                    event(.configurationApplied, nil, at: now + 5), event(.attributesChanged, at: now + 6),
                ]
                try record(events, directory)
                try index(directory.database, before: now + 60)
                #expect(try newest(directory) == [events[6], events[3], events[1], events[0]])
                #expect(try newest(directory, about: [.account]) == [events[6], events[0]])
                #expect(try newest(directory, about: [.devices, .logins]) == [events[3], events[1]])
                #expect(try newest(directory, 2) == [events[6], events[3]])
                #expect(try newest(directory, until: now + 3) == [events[3], events[1], events[0]])
                #expect(try newest(directory, until: now + 2) == [events[1], events[0]])
            }
        }

        func recent(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let events = (0..<10).map { event(.pinChanged, at: now + $0) }
                try record(events + [event(.pinChanged, "bob", at: now + 5)], directory)
                func recent(_ seconds: Int64) throws -> (times: [Timestamp], isComplete: Bool) {
                    let (entries, isComplete) = try database.read {
                        try $0.history.recent(of: "ada", at: now + seconds)
                    }
                    return (entries.map(\.event.at), isComplete)
                }
                #expect(try recent(10).times == events.map(\.at).reversed())
                #expect(try recent(10).isComplete)
                try index(database, before: now + 4)
                #expect(try recent(10).times == events[4...].map(\.at).reversed())
                #expect(try newest(directory).map(\.at) == events[..<4].map(\.at).reversed())
                // Ten minutes later at most: an upgraded manager's log is not read from its beginning.
                let late = try recent(AccountHistory.recentSeconds + 6)
                #expect(late.times == events[6...].map(\.at).reversed())
                #expect(!late.isComplete)
            }
        }

        func repeated(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let login = SessionID.random()
                try record(
                    [
                        event(.loginConfirmed, at: now, service: "shop", login: login),
                        event(.codeRedeemed, at: now + 1, service: "shop", login: login),
                        event(.websiteWithdrawn, at: now + 2, service: "shop"),
                    ], directory)
                try index(database, before: now + 60)
                let first = try Dump(database)
                try database.write { try $0.history.setPlace([]) }
                try index(database, before: now + 60)
                let second = try Dump(database)
                #expect(second.count("account_history") == 2)
                #expect(first.count("account_history") == 2)
                let uses = try database.read { try $0.websiteUses.all(of: "ada") }
                let expected = WebsiteUse(
                    accountID: "ada", serviceID: "shop", firstAt: now + 1, lastAt: now + 1, lastLogin: login,
                    withdrawnAt: now + 2)
                #expect(uses == [expected])
            }
        }

        func uses(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                let logins = (0..<9).map { _ in SessionID.random() }
                for (index, login) in logins.enumerated() {
                    try record(
                        [
                            event(.codeIssued, at: now + Int64(index), service: "wiki", login: login),
                            event(
                                .codeRedeemed, at: now + Int64(index), service: index % 2 == 0 ? "shop" : "wiki",
                                login: login),
                        ], directory)
                }
                try record([event(.codeRedeemed, "bob", at: now + 20, service: "shop", login: .random())], directory)
                try index(database, before: now + 60)
                let shop = try database.read { try $0.websiteUses.find("shop", of: "ada") }
                #expect(shop?.firstAt == now)
                #expect(shop?.lastAt == now + 8)
                #expect(shop?.lastLogin == logins[8])
                #expect(shop?.isWithdrawn == false)
                #expect(try database.read { try $0.websiteUses.all(of: "ada") }.count == 2)
                #expect(try database.read { try $0.websiteUses.find("wiki", of: "bob") } == nil)
            }
        }

        func removed(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                try record([event(.codeRedeemed, at: now, service: "shop", login: .random())], directory)
                try record([event(.pinChanged, at: now)], directory)
                try index(database, before: now + 1)
                #expect(try Dump(database).count("account_history") == 1)
                try database.write { try $0.accounts.remove("ada") }
                try record([event(.pinChanged, at: now + 1)], directory)
                try index(database, before: now + 60)
                let dump = try Dump(database)
                #expect(dump.count("account_history") == 0)
                #expect(dump.count("website_use") == 0)
                #expect(dump.count("audit") == 3)
            }
        }

        func plans(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let (database, now) = (directory.database, directory.now)
                for batch in 0..<20 {
                    try record(
                        (0..<200).map { number in
                            event(
                                number % 2 == 0 ? .loginConfirmed : .codeRedeemed, number % 4 < 2 ? "ada" : "bob",
                                at: now + Int64(batch), service: "shop", login: .random())
                        }, directory)
                }
                try database.write { transaction in
                    let entries = try transaction.audit.entries(
                        after: [], before: TimeOrderedID.place(at: now + 19), limit: 10_000)
                    try transaction.history.add(entries)
                    try transaction.history.setPlace(try #require(entries.last).id)
                }
                if engine == .postgreSQL {
                    for table in ["audit", "account_history", "website_use"] as [SQL.Fragment] {
                        try database.write { try $0.execute("ANALYZE \(table)") }
                    }
                }
                let (counts, plans, scans) = try database.read { try Self.explain($0, engine, at: now) }
                #expect(counts == [51, 100, 100, 1])
                #expect(plans >= 7)
                // Two tables with a row or two, which PostgreSQL reads as a whole.
                #expect(scans.filter { !$0.contains("setting") && !$0.contains("website_use") } == [])
            }
        }

        /// Runs the queries of a history, and returns the numbers of their rows, and of their plans.
        private static func explain(
            _ transaction: any Transaction, _ engine: Engine, at now: Timestamp
        ) throws -> (counts: [Int], plans: Int, scans: [String]) {
            let plans = QueryPlans(transaction, engine)
            let history = AccountHistory(transaction: plans)
            let page = try history.newest(51, of: "ada", about: HistoryTopic.allCases, until: now + 10)
            let recent = try history.recent(of: "ada", at: now + 30).entries
            let batch = try AuditLog(transaction: plans).entries(
                after: TimeOrderedID.place(at: now + 18), before: [0xFF], limit: 100)
            let use = try WebsiteUses(transaction: plans).find("shop", of: "ada")
            return ([page.count, recent.count, batch.count, use == nil ? 0 : 1], plans.plans.count, plans.scans)
        }
    }
}
