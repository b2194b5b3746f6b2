import DatabaseFixture
import Metrics
import Testing

@testable import XignStorage

/// A transaction that also asks the engine how it finds the rows of each query.
final class QueryPlans: Transaction {
    private let transaction: any Transaction
    private let engine: Engine
    private(set) var plans: [String] = []

    init(_ transaction: any Transaction, _ engine: Engine) {
        self.transaction = transaction
        self.engine = engine
    }

    var sharedVault: Vault { transaction.sharedVault }
    var metrics: Metrics { transaction.metrics }

    var sharedDeclarations: DeclarationCache { transaction.sharedDeclarations }

    var head: Head? {
        get { transaction.head }
        set { transaction.head = newValue }
    }

    func count(_ increment: Increment) { transaction.count(increment) }

    func rows(_ sql: SQL) throws(StorageError) -> [Row] {
        let (words, column): (StaticString, String) =
            switch engine {
            case .sqlite: ("EXPLAIN QUERY PLAN", "detail")
            case .postgreSQL: ("EXPLAIN", "QUERY PLAN")
            }
        for row in try transaction.rows(SQL(words, sql)) { plans.append(try row(column)) }
        return try transaction.rows(sql)
    }

    func changedRows(_ sql: SQL) throws(StorageError) -> Int { try transaction.changedRows(sql) }

    func notify(_ topic: StaticString, _ payload: String) throws(StorageError) {
        try transaction.notify(topic, payload)
    }

    /// The lines of plans that read a whole table. `SCAN` is SQLite's word for it, `Seq Scan` PostgreSQL's.
    var scans: [String] { plans.filter { $0.contains("Seq Scan") || $0.hasPrefix("SCAN") } }
}
