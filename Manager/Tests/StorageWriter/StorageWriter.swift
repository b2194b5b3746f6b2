import Glibc
import Threads
import XignCrypto
import XignStorage

/// A program that writes numbers to a database until a test kills it.
///
/// It prints each number once the write was acknowledged.
///
///     StorageWriter ADDRESS THREADS FIRST
@main struct StorageWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let threads = Int(arguments[2]), let first = Int(arguments[3]) else {
            fatalError("StorageWriter ADDRESS THREADS FIRST")  // a test that calls it otherwise is wrong
        }
        let database: any Database
        do {
            database = try DatabaseAddress(arguments[1])
                .open(vault: Vault(keyEncryptionKey: SymmetricKey(size: .bits256)), creating: true)
            try database.migrate(Self.schema)
        } catch {
            printLine("error \(error)")
            exit(1)
        }
        for thread in 0..<threads { startThread("writer") { work(database, from: first + thread, by: threads) } }
        while true { pause() }
    }

    private static let schema = [
        Migration(1, ["CREATE TABLE kept (number \(.integer) PRIMARY KEY, filling \(.bytes)) \(.byInsertion)"])
    ]

    private static func work(_ database: any Database, from first: Int, by step: Int) {
        let filling = [UInt8](repeating: 7, count: 200)
        for number in stride(from: first, to: .max, by: step) {
            do {
                try database.write {
                    try $0.execute("INSERT INTO kept (number, filling) VALUES (\(number), \(filling))")
                }
                printLine("\(number)")
            } catch let error as StorageError where error.code == .outcomeUnknown || error.code == .unavailable {
                // Such a write may have been kept or not.
            } catch {
                printLine("error \(error)")
                exit(1)
            }
        }
    }

    /// Prints a line with one system call, so that it is whole even if the process is killed.
    private static func printLine(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(1, bytes, bytes.count)
    }
}
