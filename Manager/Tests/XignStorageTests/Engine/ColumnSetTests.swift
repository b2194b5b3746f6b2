import DatabaseFixture
import Testing

@testable import XignStorage

private enum ItemColumn: Int, ColumnSet {
    case id, name, number
    static let names = ColumnNames(Self.self, of: "item")
}

private enum PartColumn: Int, ColumnSet {
    case id, item
    static let names = ColumnNames(Self.self, of: "part")
}

private enum NamedColumn: Int, ColumnSet {
    case id, accountID, redirectURIs, isLockedForGood
    static let names = ColumnNames(Self.self)
}

private enum CountColumn: Int, ColumnSet {
    case count, largest
    static let names = ColumnNames(Self.self, selecting: "count(*), max(number)")
}

extension Storage {
    struct ColumnSets {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a column is named as its case, word by word", names),
            TestCase("each value is read back in its column, in joins too", places, each: Engine.allCases),
            TestCase("a null or another type is an error, and there may be no row", mistakes, each: Engine.allCases),
            TestCase("statements of the same literals with other lists are others", texts, each: Engine.allCases),
        ]

        func names() {
            #expect(NamedColumn.names.inserted.text == "id, account_id, redirect_uris, is_locked_for_good")
            #expect(ItemColumn.names.selected.text == "item.id, item.name, item.number")
            #expect(ItemColumn.names.inserted.text == "id, name, number")
        }

        private func insert(_ transaction: any Transaction, id: Int, name: String?, number: Int) throws {
            let item = ItemColumn.values { column in
                switch column {
                case .id: .of(id)
                case .name: .of(name)
                case .number: .of(number)
                }
            }
            try transaction.execute("INSERT INTO item \(item)")
            let part = PartColumn.values { column in
                switch column {
                case .id: .of([UInt8(id)])
                case .item: .of(id)
                }
            }
            try transaction.execute("INSERT INTO part \(part)")
        }

        func places(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try insert($0, id: 7, name: "seven", number: -1) }
                try database.read { transaction in
                    let joined = try transaction.rows(
                        PartColumn.self, ItemColumn.self, from: "part JOIN item ON item.id = part.item")
                    let (part, item) = try #require(joined.first)
                    #expect(try part(.id) == [UInt8(7)])
                    #expect(try part(.item) == 7)
                    #expect(try item(.id) == 7)
                    #expect(try item(.name) == "seven")
                    #expect(try item(.number) == -1)
                    let counted = try #require(try transaction.row(CountColumn.self, from: "item"))
                    #expect(try counted(.count) == 1)
                    #expect(try counted(.largest) == -1)
                    #expect(try transaction.values("SELECT name FROM item") == ["seven"])
                    #expect(try transaction.value("SELECT number FROM item WHERE id = \(8)", as: Int.self) == nil)
                }
            }
        }

        func mistakes(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                try database.write { try insert($0, id: 1, name: nil, number: 1) }
                try database.read { transaction in
                    #expect(try transaction.rows(ItemColumn.self, from: "item WHERE id = \(2)").isEmpty)
                    let item = try #require(try transaction.row(ItemColumn.self, from: "item WHERE id = \(1)"))
                    #expect(try item.optional(.name, as: String.self) == nil)
                    #expect { try item(.name, as: String.self) } throws: {
                        ($0 as? StorageError)?.code == .unexpectedType
                    }
                    #expect { try item(.number, as: String.self) } throws: {
                        ($0 as? StorageError)?.code == .unexpectedType
                    }
                    #expect(try transaction.value("SELECT name FROM item", as: String.self) == nil)
                }
            }
        }

        func texts(_ engine: Engine) throws {
            try withDatabase(engine) { database in
                for id in 1...3 { try database.write { try insert($0, id: id, name: nil, number: id) } }
                for ids in [[], [2], [1, 3], [2]] {
                    let found: [Int] = try database.read {
                        try $0.values("SELECT number FROM item WHERE id IN (\(ids)) AND number > \(0) ORDER BY id")
                    }
                    #expect(found == ids)
                }
                let statement: SQL = "SELECT number FROM item WHERE id IN (\([5, 6])) AND number > \(0)"
                #expect(statement.text.description == "SELECT number FROM item WHERE id IN ($1, $2) AND number > $3")
            }
        }
    }
}
