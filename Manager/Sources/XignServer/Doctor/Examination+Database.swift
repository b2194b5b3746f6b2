import XignDomain
import XignStorage

/// The database's engine.
extension Examination {
    /// Free space below which writes are about to fail.
    private static let leastFreeBytes: Int64 = 64 << 20
    /// Free space that is left beside a copy of the database, which `backup` and `restore` make there.
    private static let spareBytes: Int64 = 256 << 20
    /// The oldest major version of PostgreSQL that its makers still mend.
    private static let oldestServer = 15

    mutating func examineEngine(_ database: any Database) {
        do {
            switch try database.condition(unless: { false }) {
            case .file(let damage, let journal): examineFile(damage, journal)
            case .server(let server): examine(server)
            case nil: break
            }
        } catch {
            fail(
                .integrity, explanation(of: error), Self.advice(on: error, of: database, otherwise: "run doctor again"))
        }
    }

    /// - Parameter size: of an SQLite file with its log.
    mutating func examine(_ size: DatabaseSize, at path: String) {
        guard let free = size.freeBytes else { return }
        let text = "the database takes \(Self.megabytes(size.bytes)), and \(Self.megabytes(free)) are free beside it"
        if free < Self.leastFreeBytes {
            fail(.space, text, "make room on the file system of \(path): without it nobody logs in")
        } else if free < size.bytes + Self.spareBytes {
            warn(
                .space, text,
                "make room on the file system of \(path): a backup and a restore need as much again as the database")
        } else {
            ok(.space, text)
        }
    }

    private static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000) MB" }

    /// Writes as a login does, without keeping it.
    mutating func examineWriting(_ database: any Database) {
        do {
            try database.rehearseWrite(at: now)
            ok(.writing, "the database takes a write, which was rolled back")
        } catch {
            let advice = Self.advice(on: error, of: database, otherwise: "see what the error says")
            fail(.writing, explanation(of: error), "\(advice): nobody logs in until the database takes writes")
        }
    }

    private mutating func examineFile(_ damage: String?, _ journal: String) {
        if let damage {
            fail(
                .integrity, "SQLite finds damage: \(damage)",
                "stop the manager, keep a copy of the file, and restore the last backup: docs/operations.md, \"A damaged "
                    + "database\"")
        } else {
            ok(.integrity, "SQLite finds no damage in the file")
        }
        if journal == "wal" {
            ok(.durability, "each commit is on the disk before it is answered")
        } else {
            fail(
                .durability, "the journal mode is \(journal), not wal", "use a local file system, not one of a network")
        }
    }

    mutating func examine(_ server: ServerCondition) {
        ok(.space, "the disk of the server cannot be seen from here: watch it there")
        let off = server.durability.filter { $0.value == "off" }.map(\.name)
        if off.isEmpty {
            ok(.durability, "fsync, full_page_writes and synchronous_commit are on")
        } else {
            fail(
                .durability, "\(off.joined(separator: " and ")) of the server is off",
                "switch it on: a power failure takes back locked devices and counted attempts, or damages the data")
        }
        if server.version < Self.oldestServer {
            warn(.database, "PostgreSQL \(server.version) gets no corrections any longer", "upgrade the server")
        }
        if server.encoding != ServerCondition.encodingOfManager {
            fail(
                .database,
                "the database has the encoding \(server.encoding), not UTF8: names with other characters are refused",
                "move it to a database with UTF8, by pg_dump and pg_restore: docs/operations.md, PostgreSQL")
        }
        for (owner, count) in server.foreignTables {
            fail(
                .database, "\(count) tables belong to \(owner), and \(server.user.name) has not the rights of \(owner)",
                "give them to \(server.user.name): docs/operations.md, \"Tables of another owner\"")
        }
        if server.hasChecksums {
            ok(.integrity, "the server notices damaged pages by their checksums")
        } else {
            warn(
                .integrity, "the server has no checksums of its pages, so damage is not noticed",
                "stop the server, and run `pg_checksums --enable`")
        }
        examineConnections(server)
        let difference = abs(server.now - now.seconds)
        if difference > Timestamp.clockTolerance {
            fail(
                .clock, "the clock of the database's machine differs by \(difference) seconds",
                "keep the clocks of all machines by NTP")
        }
    }

    /// The smallest of three limits counts.
    private mutating func examineConnections(_ server: ServerCondition) {
        let (one, needed) = (ServerCondition.connectionsOfManager, 2 * ServerCondition.connectionsOfManager)
        let user = server.user.name
        let limits = [
            ("the server takes", server.connections, "raise max_connections"),
            (
                "the server allows \(user)", server.user.connections,
                "run `ALTER ROLE \(user) CONNECTION LIMIT -1`, or raise it"
            ),
            (
                "the database takes", server.databaseConnections,
                "run `ALTER DATABASE ... CONNECTION LIMIT -1`, or raise it"
            ),
        ]
        for case (let text, let limit?, let advice) in limits where limit < needed {
            warn(
                .connections, "\(text) \(limit) connections, and a manager with commands needs \(needed)",
                "\(advice): \(one) for each manager and each command at once")
        }
        if limits.allSatisfy({ $0.1 ?? needed >= needed }) {
            ok(.connections, "the server takes \(server.connections) connections, and a manager up to \(one)")
        }
    }
}
