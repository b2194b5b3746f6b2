@testable import XignStorage

/// The schema of `StorageWriter`.
let keptSchema = [
    Migration(1, ["CREATE TABLE kept (number \(.integer) PRIMARY KEY, filling \(.bytes)) \(.byInsertion)"])
]

/// Reads the numbers that `StorageWriter`, or a test in its way, has written.
func numbers(_ database: any Database, from first: Int = 0) throws -> Set<Int> {
    let rows = try database.read { try $0.rows("SELECT number FROM kept WHERE number >= \(first)") }
    return Set(try rows.map { try $0("number", as: Int.self) })
}
