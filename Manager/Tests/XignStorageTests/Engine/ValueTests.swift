import DatabaseFixture
import Testing

@testable import XignStorage

private struct ItemID: RawRepresentable, Equatable, SQLValue {
    let rawValue: Int
}

private enum Colour: String, SQLValue {
    case red, blue
}

private struct Token: RawRepresentable, Equatable, SQLValue {
    let rawValue: [UInt8]
    init?(rawValue: [UInt8]) {
        guard rawValue.count == 4 else { return nil }
        self.rawValue = rawValue
    }
}

extension Storage {
    struct Values {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "nulls, bytes, text, Booleans and 64-bit integers are read back as written", roundTrip,
                each: Engine.allCases),
            TestCase("ids and enumerations are interpolated as their raw values", wrapped, each: Engine.allCases),
            TestCase("a column that is null, missing or of another type is an error", mistakes, each: Engine.allCases),
            TestCase("a number that is not a whole one is refused", fraction, each: Engine.allCases),
            TestCase("columns can be read in any order, any number of times", columnsInAnyOrder, each: Engine.allCases),
            TestCase("parameters come in order and are never text of the statement", parameters, each: Engine.allCases),
            TestCase(
                "the common language: upsert, conditional update and sums return what they did", commonLanguage,
                each: Engine.allCases),
            TestCase("violations have codes of their own", violations, each: Engine.allCases),
            TestCase("an error's text says what to do, and holds none of the values", errorText, each: Engine.allCases),
        ]

        func roundTrip(_ engine: Engine) throws {
            let texts: [String?] = [
                nil, "", "it's \"quoted\" -- $1 ?", "naïve 👩‍👩‍👧‍👦 日本", String(repeating: "x", count: 100_000),
            ]
            let bytes: [[UInt8]?] = [nil, [], [0], [UInt8](0...255), [UInt8](repeating: 0xFF, count: 300_000)]
            let numbers: [Int64?] = [nil, 0, .min, .max, -1]
            let flags: [Bool?] = [nil, true, false, true, false]
            try withDatabase(engine) { database in
                for id in 0..<5 {
                    try database.write {
                        try $0.execute(
                            """
                            INSERT INTO item (id, name, data, number, flag)
                            VALUES (\(id), \(texts[id]), \(bytes[id]), \(numbers[id]), \(flags[id]))
                            """)
                    }
                }
                for id in 0..<5 {
                    let found = try database.read { try $0.row("SELECT * FROM item WHERE id = \(id)") }
                    let row = try #require(found)
                    #expect(try row.optional("name") == texts[id])
                    #expect(try row.optional("data") == bytes[id])
                    #expect(try row.optional("number") == numbers[id])
                    #expect(try row.optional("flag") == flags[id])
                }
            }
        }

        func wrapped(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let id = ItemID(rawValue: 7), token = Token(rawValue: [1, 2, 3, 4]), none: Token? = nil
                try database.write { transaction in
                    try transaction.execute(
                        "INSERT INTO item (id, name, data) VALUES (\(id), \(Colour.blue), \(token))")
                    try transaction.execute("INSERT INTO item (id, data) VALUES (8, \(none))")
                    try transaction.execute("INSERT INTO item (id, data) VALUES (9, \([9, 9] as [UInt8]))")
                    try transaction.execute("INSERT INTO item (id, name) VALUES (10, 'green')")
                }
                try database.read { transaction in
                    let columns: SQL.Fragment = "id, name, data"
                    let row = try transaction.one(
                        "SELECT \(columns) FROM item WHERE data = \(token)")
                    #expect(try row("id") == id)
                    #expect(try row("name") == Colour.blue)
                    #expect(try row("data") == token)
                    let others = try transaction.rows(
                        "SELECT \(columns) FROM item WHERE id IN (\([8, 9, 10].map(ItemID.init))) ORDER BY id")
                    #expect(try others.map { try $0("id") } == [8, 9, 10].map(ItemID.init))
                    #expect(try others[0].optional("data", as: Token.self) == nil)
                    // Values that the type does not have.
                    #expect(code { _ = try others[1].optional("data", as: Token.self) } == .unexpectedType)
                    #expect(code { _ = try others[2]("name", as: Colour.self) } == .unexpectedType)
                }
            }
        }

        func mistakes(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id, number) VALUES (1, \(Int64.max))") }
                let found = try database.read { try $0.row("SELECT id, name, number FROM item") }
                let row = try #require(found)
                #expect(code { let _: String = try row("name") } == .unexpectedType)
                #expect(code { let _: Int = try row("absent") } == .unexpectedType)
                #expect(code { let _: String = try row("number") } == .unexpectedType)
                #expect(code { let _: [UInt8]? = try row.optional("number") } == .unexpectedType)
                #expect(code { let _: Bool = try row("number") } == .unexpectedType)
            }
        }

        func fraction(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                #expect(code { try database.read { _ = try $0.rows("SELECT 1.5 AS number") } } == .unexpectedType)
            }
        }

        func columnsInAnyOrder(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write {
                    for id in 1...3 {
                        try $0.execute("INSERT INTO item (id, name, number) VALUES (\(id), \("n\(id)"), \(10 * id))")
                    }
                }
                let rows = try database.read { try $0.rows("SELECT id, name, number FROM item ORDER BY id") }
                for (index, row) in rows.enumerated() {
                    let id = index + 1
                    for _ in 0..<2 {
                        #expect(try row("number") == 10 * id)
                        #expect(try row("name") == "n\(id)")
                        #expect(try row("id") == id)
                        #expect(try row("name") == "n\(id)")
                        #expect(code { let _: Int = try row("absent") } == .unexpectedType)
                    }
                }
            }
        }

        func parameters(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let hostile = "x'; DROP TABLE item; --"
                try database.write { transaction in
                    for id in 1...3 {
                        try transaction.execute("INSERT INTO item (id, number) VALUES (\(id), \(10 * id))")
                    }
                    try transaction.execute("UPDATE item SET name = \(hostile) WHERE id = \(2)")
                }
                try database.read { transaction in
                    let found = try transaction.row(
                        "SELECT id FROM item WHERE name = \("$2") OR name = \(hostile) AND id = \(2)")
                    #expect(try found?("id") == 2)
                    #expect(try transaction.rows("SELECT id FROM item WHERE id IN (\([1, 3, 9]))").count == 2)
                    #expect(try transaction.rows("SELECT id FROM item WHERE id IN (\([Int]()))").isEmpty)
                    let twelve = (1...12).map { $0 }
                    #expect(
                        try transaction.rows("SELECT id FROM item WHERE id IN (\(twelve)) AND id = \(3)").count == 1)
                }
            }
        }

        func commonLanguage(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { transaction in
                    let first = try transaction.rows(
                        "INSERT INTO item (id, number) VALUES (1, 1) ON CONFLICT (id) DO NOTHING RETURNING id")
                    let second = try transaction.rows(
                        "INSERT INTO item (id, number) VALUES (1, 2) ON CONFLICT (id) DO NOTHING RETURNING id")
                    #expect(first.count == 1 && second.isEmpty)
                    let sum = try transaction.row(
                        """
                        INSERT INTO item (id, number) VALUES (1, 5)
                        ON CONFLICT (id) DO UPDATE SET number = item.number + excluded.number RETURNING number
                        """)
                    #expect(try sum?("number") == 6)
                    func replace(_ old: Int, _ new: Int) throws -> Int {
                        try transaction.rows(
                            "UPDATE item SET number = \(new) WHERE id = \(1) AND number = \(old) RETURNING id"
                        ).count
                    }
                    #expect(try replace(6, 7) == 1)
                    #expect(try replace(6, 8) == 0)
                    #expect(try transaction.row("SELECT CAST(SUM(number) AS BIGINT) AS s FROM item")?("s") == 7)
                }
            }
        }

        func violations(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try $0.execute("INSERT INTO item (id, name) VALUES (1, 'a')") }
                func failure(_ sql: SQL) -> StorageError.Code? { code { try database.write { try $0.execute(sql) } } }
                let key: [UInt8] = [1]
                #expect(failure("INSERT INTO item (id, name) VALUES (1, 'b')") == .uniqueViolation)
                #expect(failure("INSERT INTO item (id, name) VALUES (2, 'a')") == .uniqueViolation)
                #expect(failure("INSERT INTO part (id, item) VALUES (\(key), 99)") == .foreignKeyViolation)
                #expect(failure("INSERT INTO item (id, number) VALUES (3, -13)") == .checkViolation)
                #expect(failure("INSERT INTO part (id, item) VALUES (\(key), \(nil as Int?))") == .notNullViolation)
                #expect(failure("INSERT INTO item (id, number) VALUES (4, \("no number"))") == .unexpectedType)
                #expect(failure("INSERT INTO item (id, name) VALUES (5, \("a\0b"))") == .invalidText)
                #expect(failure("SELEKT 1") == .other)
                #expect(failure("DELETE FROM item WHERE id = 1; DELETE FROM item") == .other)
                #expect(failure("DELETE FROM item WHERE id = 1") == nil)
            }
        }

        func errorText(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                let secret = "hunter2"
                try database.write { try $0.execute("INSERT INTO item (id, name) VALUES (1, \(secret))") }
                func text(_ sql: SQL) -> String {
                    do {
                        try database.write { try $0.execute(sql) }
                        return "no error"
                    } catch { return "\(error)" }
                }
                let texts = [
                    text("INSERT INTO item (id, name) VALUES (2, \(secret))"),
                    text("INSERT INTO item (id, number) VALUES (3, \(secret))"),
                    text(
                        "INSERT INTO item (id, number) SELECT 4, CAST(name AS BIGINT) FROM item WHERE name = \(secret)"),
                ]
                #expect(texts[0].hasPrefix("The database holds such an entry already."))
                #expect(texts[0].hasSuffix("[storage.uniqueViolation]"))
                for text in texts { #expect(!text.contains(secret)) }
            }
        }
    }
}
