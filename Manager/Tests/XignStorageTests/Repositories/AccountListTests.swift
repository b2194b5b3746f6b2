import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct AccountLists {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "a list has the accounts whose name begins so, in the same order on both engines", prefixes,
                each: Engine.allCases),
            TestCase(
                "accounts from before the rules, with the same key, are all in the list", homonyms,
                each: Engine.allCases),
            TestCase(
                "an upgrade puts all accounts into the list, and gives each a public id", upgraded,
                each: Engine.allCases),
            TestCase("a login without failures before it writes no index of the locked devices", heapOnlyUpdates),
            TestCase(
                "an address is found in any case, where it is verified first, and no other value", addresses,
                each: Engine.allCases),
            TestCase("a hash that was moved to another value finds nothing", movedHash, each: Engine.allCases),
            TestCase(
                "addresses of an older version are indexed, and one that is damaged stops nothing", oldAddresses,
                each: Engine.allCases),
            TestCase(
                "locked devices are listed, the newest lockout first, and no other ones", lockedDevices,
                each: Engine.allCases),
        ]

        private let now = Timestamp(rawValue: 1_790_000_000_000)

        /// Reads a list to its end.
        private func names(_ database: any Database, _ prefix: String, pages limit: Int) throws -> [String] {
            var (names, place): ([String], [UInt8]?) = ([], nil)
            while true {
                let page = try database.read { try $0.accounts.list(prefix: prefix, after: place, limit: limit) }
                guard let last = page.last else { return names }
                names += page.map(\.account.name)
                place = last.place
            }
        }

        func prefixes(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                let sorted = ["ad%a", "ad_a", "ada", "Ada Lovelace", "adam", "bob", "ädä", "ада", "日本"]
                try database.write { transaction in
                    for name in sorted.shuffled() {
                        try transaction.accounts.insert(
                            Account(id: TimeOrderedID.account(at: now), name: name, isActive: true), at: now)
                    }
                }
                for length in [1, 2, 100] {
                    #expect(try names(database, "", pages: length) == sorted)
                    #expect(try names(database, "ada", pages: length) == ["ada", "Ada Lovelace", "adam"])
                }
                #expect(try names(database, "ad%", pages: 2) == ["ad%a"])
                #expect(try names(database, "ad_", pages: 2) == ["ad_a"])
                #expect(try names(database, "adb", pages: 2) == [])
                #expect(try names(database, "日", pages: 2) == ["日本"])
                // A place from elsewhere leaves the range of names as it is.
                let foreign = try database.read { try $0.accounts.list(prefix: "b", after: Array("a".utf8), limit: 9) }
                #expect(foreign.map(\.account.name) == ["bob"])
                let behind = try database.read { try $0.accounts.list(prefix: "b", after: [0xFF], limit: 9) }
                #expect(behind.isEmpty)
            }
        }

        func homonyms(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix { $0.number < 7 })) { database in
                let old = ["ada", "Ada", "ada\u{200B}", "bob"]
                try database.write { transaction in
                    for (index, name) in old.enumerated() {
                        try transaction.execute(
                            """
                            INSERT INTO account (id, name, is_active, created_at)
                            VALUES (\(name), \(name), \(true), \(Int64(index)))
                            """)
                    }
                }
                try database.migrate(Schema.migrations)
                #expect(try names(database, "ada", pages: 1).sorted() == ["Ada", "ada", "ada\u{200B}"])
                #expect(try names(database, "", pages: 3).count == 4)
                #expect(try names(database, "", pages: 1).first == "ada")
            }
        }

        func upgraded(_ engine: Engine) throws {
            try withDatabase(engine, schema: Array(Schema.migrations.prefix { $0.number < 14 })) { database in
                let names = (1000..<2201).map { "user \($0)" }
                try database.write { transaction in
                    for name in names {
                        try transaction.execute(
                            """
                            INSERT INTO account (id, name, name_key, is_active, created_at)
                            VALUES (\(String(name.reversed())), \(name), \(name), \(true), 1)
                            """)
                    }
                }
                try database.migrate(Schema.migrations)
                #expect(try self.names(database, "", pages: 50) == names)
                var ids: Set<PublicAccountID> = []
                try database.read { try $0.accounts.forEach { ids.insert($0.publicID) } }
                #expect(ids.count == names.count)
            }
        }

        func heapOnlyUpdates() throws {
            try withDirectory(.postgreSQL) { directory in
                let device = try EnrolledDevice(directory).activation.id
                /// Counts the updates that `body` makes, and those among them that write no index.
                func updates(
                    by body: @escaping @Sendable (Activations) throws -> Void
                ) throws -> (all: Int, heapOnly: Int) {
                    try directory.database.write { transaction in
                        let before = try transaction.updatesOfActivations()
                        try body(transaction.activations)
                        let after = try transaction.updatesOfActivations()
                        return (after.all - before.all, after.heapOnly - before.heapOnly)
                    }
                }
                let now = directory.now
                let success = try updates { activations in
                    _ = try activations.lock(device)
                    try activations.save(lockout: .none, of: device, usedAt: now)
                }
                #expect(success.all == 2)
                #expect(success.heapOnly == 2)
                let failure = try updates { activations in
                    var lockout = LockoutState.none
                    (lockout.pinFailures, lockout.lockedUntil) = (1, now + 1)
                    try activations.save(lockout: lockout, of: device)
                }
                #expect(failure.all == 1)
                #expect(failure.heapOnly == 0)
            }
        }

        func addresses(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                try directory.save(directory.value(1, .email, "ada@example.org", of: "ada"))
                try directory.save(directory.value(2, .email, "Ada@example.org", of: "bob", isVerified: true))
                try directory.save(directory.value(3, .nickname, "ada@example.org", of: "eve"))
                try directory.save(directory.value(4, .email, "ada@example.com", of: "eve", alias: "other"))
                func owners(_ address: String, limit: Int = 9) throws -> [AccountID] {
                    try directory.database.read {
                        try $0.attributeValues.withAddress(address, limit: limit).map(\.accountID)
                    }
                }
                #expect(try owners("ADA@EXAMPLE.ORG") == ["bob", "ada"])
                #expect(try owners("ada@example.org", limit: 1) == ["bob"])
                #expect(try owners("ada@example") == [])
                #expect(try owners("%") == [])
                try directory.database.write { try $0.attributeValues.remove(directory.value(2, .email, "").id) }
                #expect(try owners("ada@example.org") == ["ada"])
            }
        }

        func movedHash(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                try directory.save(directory.value(1, .email, "ada@example.org", of: "ada"))
                try directory.save(directory.value(2, .email, "eve@example.org", of: "eve"))
                let found = try directory.database.write { transaction in
                    try transaction.execute(
                        "UPDATE attribute_value SET lookup = \(transaction.vault.lookup(ofAddress: "ada@example.org"))")
                    return try transaction.attributeValues.withAddress("ada@example.org", limit: 9)
                }
                #expect(found.map(\.accountID) == ["ada"])
            }
        }

        func oldAddresses(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                for number in 1...7 as ClosedRange<UInt8> {
                    try directory.save(
                        directory.value(number, .email, "\(number)@example.org", of: "ada", alias: "\(number)"))
                }
                try directory.save(directory.value(8, .nickname, "8@example.org"))
                let damaged = directory.value(3, .email, "").id
                try directory.database.write { transaction in
                    try transaction.execute("UPDATE attribute_value SET lookup = NULL")
                    try transaction.execute("UPDATE attribute_value SET is_verified = \(true) WHERE id = \(damaged)")
                }
                func isLeft() throws -> Bool {
                    try directory.database.read { try $0.attributeValues.hasValuesWithoutLookup() }
                }
                func found(_ address: String) throws -> Int {
                    try directory.database.read { try $0.attributeValues.withAddress(address, limit: 9).count }
                }
                #expect(try isLeft())
                let counts = try (1...4).map { _ in
                    try directory.database.write { try $0.attributeValues.addLookups(limit: 3) }
                }
                #expect(counts == [3, 3, 1, 0])
                #expect(try !isLeft())
                #expect(try found("7@example.org") == 1)
                #expect(try found("3@example.org") == 0)
                #expect(try found("8@example.org") == 0)
            }
        }

        func lockedDevices(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let now = directory.now
                func device(_ alias: String, until: Int64?, forGood: Bool = false, _ state: Activation.State = .active)
                    throws
                {
                    var activation = directory.pendingActivation()
                    (activation.state, activation.alias) = (state, alias)
                    activation.lockout.lockedUntil = until.map { now + $0 }
                    activation.lockout.isPermanent = forGood
                    try directory.insert(activation)
                }
                try device("free", until: nil)
                try device("over", until: -1)
                try device("waits", until: 30, .pending)
                try device("revoked", until: 30, forGood: true, .revoked)
                for number in 1...7 as ClosedRange<Int64> {
                    try device("until \(number / 2)", until: number / 2 + 1)
                    try device("good \(number / 2)", until: number / 2 - 20, forGood: true)
                }
                func list(_ read: (Activations, Activations.LockoutPlace?) throws -> [Activation]) throws -> [String] {
                    var (aliases, place): ([String], Activations.LockoutPlace?) = ([], nil)
                    while true {
                        let page = try directory.database.read { try read($0.activations, place) }
                        guard let last = page.last, let until = last.lockout.lockedUntil else { return aliases }
                        aliases += page.map(\.alias)
                        place = .init(lockedUntil: until, id: last.id)
                    }
                }
                let ends = [3, 3, 2, 2, 1, 1, 0]
                #expect(try list { try $0.lockedForATime(at: now, after: $1, limit: 2) } == ends.map { "until \($0)" })
                #expect(try list { try $0.lockedForGood(after: $1, limit: 3) } == ends.map { "good \($0)" })
                for limit in [3, 7, 20] {
                    let counts = try directory.database.read { transaction in
                        [
                            try transaction.activations.countLockedForATime(at: now, limit: limit),
                            try transaction.activations.countLockedForGood(limit: limit),
                        ]
                    }
                    #expect(counts == [min(7, limit), min(7, limit)], "\(limit)")
                }
            }
        }
    }
}

extension Transaction {
    /// Reads PostgreSQL's counters of the updates of a table, up to this statement.
    fileprivate func updatesOfActivations() throws -> (all: Int, heapOnly: Int) {
        let row = try one(
            """
            SELECT n_tup_upd AS every, n_tup_hot_upd AS heap FROM pg_stat_xact_user_tables WHERE relname = 'activation'
            """)
        return (try row("every"), try row("heap"))
    }
}
