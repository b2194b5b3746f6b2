import Foundation
import XignDomain
import XignStorage

/// The PostgreSQL server of a site, asked for its own counters over a connection that stays open.
package final class PostgreSQLServer: Sendable {
    /// Counters since the server's start.
    package struct Usage: Sendable {
        /// CPU seconds of all processes of the server, also of those that have ended; nil on another machine.
        let cpuSeconds: Double?
        /// Transactions of this database, statements alone included. The server adds them up about once a second.
        let transactions: Int
        /// Bytes of the write-ahead log, of all databases.
        let logBytes: Int
    }

    private let database: any Database
    /// The process that has started all others of the server; nil on another machine.
    private let postmaster: Int32?

    init(_ address: DatabaseAddress, vault: Vault) throws {
        database = try address.open(vault: vault)
        let process = try database.read { try $0.row("SELECT pg_backend_pid() AS process")?("process") ?? 0 }
        let stat = Self.stat(Int32(process))
        postmaster = stat?.isPostgreSQL == true ? stat?.parent : nil
    }

    deinit { database.close() }

    package func usage() throws -> Usage {
        let (transactions, logBytes) = try database.read { transaction in
            let row = try transaction.row(
                """
                SELECT xact_commit + xact_rollback AS transactions,
                    CAST(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS BIGINT) AS bytes
                FROM pg_stat_database WHERE datname = current_database()
                """)
            guard let row else { throw BenchError("the server has no counters of this database") }
            return (try row("transactions", as: Int.self), try row("bytes", as: Int.self))
        }
        return Usage(cpuSeconds: postmaster.flatMap(Self.cpuSeconds), transactions: transactions, logBytes: logBytes)
    }

    // MARK: Processes

    /// The part of `/proc/PID/stat` that is used here (proc(5)).
    private struct Stat {
        let isPostgreSQL: Bool
        let parent: Int32
        /// Clock ticks of this process.
        let own: Int
        /// Clock ticks of the children that have ended.
        let ended: Int
    }

    private static func stat(_ process: Int32) -> Stat? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 14, let parent = Int32(fields[1]) else { return nil }
        let ticks = fields[11...14].compactMap { Int($0) }
        guard ticks.count == 4 else { return nil }
        return Stat(
            isPostgreSQL: text.contains("(postgres)"), parent: parent, own: ticks[0] + ticks[1],
            ended: ticks[2] + ticks[3])
    }

    private static func cpuSeconds(of postmaster: Int32) -> Double? {
        guard let server = stat(postmaster),
            let children = try? String(
                contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children", encoding: .utf8)
        else { return nil }
        let running = children.split(whereSeparator: \.isWhitespace).compactMap { Int32($0).flatMap(stat)?.own }
        return Double(running.reduce(server.own + server.ended, +)) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// The work of a PostgreSQL server between two moments.
package struct ServerWork: Sendable {
    /// Nil for a server on another machine.
    package let cpuSeconds: Double?
    package let transactions: Int
    package let logBytes: Int

    package init(from begin: PostgreSQLServer.Usage, to end: PostgreSQLServer.Usage) {
        cpuSeconds = begin.cpuSeconds.flatMap { first in end.cpuSeconds.map { $0 - first } }
        transactions = end.transactions - begin.transactions
        logBytes = end.logBytes - begin.logBytes
    }
}
