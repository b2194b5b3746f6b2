import Glibc
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

/// A move of a manager's database to another place: from SQLite to PostgreSQL, or back.
///
/// The source is marked first, then the target gets all rows in one transaction with the number of the mark, and then
/// the mark says that they are there (`MoveMark`). After a kill at any moment the same call finishes, or `abort` takes
/// it back.
package struct DatabaseMove: Sendable {
    /// A move that is finished.
    package struct Report: Sendable {
        /// The address of the database.
        package let place: String
        /// The number of rows; nil where a former call had copied them.
        package let rows: Int64?
    }

    private let source: DatabaseAddress
    private let issuer: ManagerOrigin
    private let clock: Clock
    private let operatorName: String
    private let vault: @Sendable () throws -> Vault
    private let progress: ReportProgress
    /// The name of this command's sessions at a server.
    private let session = "xign-move-\(UInt64.random(in: .min ... .max))"

    /// - Parameters:
    ///   - source: the present database.
    ///   - operatorName: for the audit log.
    ///   - vault: of the key-encryption key. Each database gets its own.
    package init(
        from source: DatabaseAddress, issuer: ManagerOrigin, clock: Clock, operatorName: String,
        reporting progress: @escaping ReportProgress = ignoreProgress, vault: @escaping @Sendable () throws -> Vault
    ) {
        (self.source, self.issuer, self.clock, self.operatorName) = (source, issuer, clock, operatorName)
        (self.vault, self.progress) = (vault, progress)
    }

    /// Moves the database.
    /// - Parameter address: of the target: a server's without a password, or the path of a file.
    /// - Throws: `ManagerError` with the code `moveTarget` for a target that cannot be used, `databaseInUse` while a
    ///   program has the source open, `databaseMoved` or `databaseMoving` where a move to another place was begun;
    ///   `StorageError`. The source is as it was then, but after `databaseMoving`.
    package func callAsFunction(to address: String) throws -> Report {
        let (target, place) = try Self.target(address)
        guard let mark = try mark(target, place) else { return Report(place: place, rows: nil) }
        var rows: Int64?
        do {
            // Nobody passes the mark from now on. One who did before is noticed.
            try expectAlone()
            rows = try with(source) { source in
                try withPrepared(mark) { target in
                    try MoveDatabase(from: source, mark)
                        .copy(to: target, by: operatorName, at: clock.now(), reporting: progress)
                }
            }
        } catch {
            // Also after an error of the commit, whose outcome nobody knows.
            let isTakenBack: Bool
            do { isTakenBack = try takeBack(mark) } catch let second {
                throw ManagerError(
                    .databaseMoving,
                    "The move to \(place) has failed (\(error)), and it could not be seen whether the rows are there "
                        + "(\(second)). Nobody may use either database yet", .finishMove(to: place))
            }
            if isTakenBack { throw error }
        }
        progress(WorkProgress(.markingDatabase))
        try with(source) { try MoveDatabase(from: $0, mark).finish() }
        return Report(place: place, rows: rows)
    }

    /// Takes back a move that has not reached the target.
    /// - Returns: the place of the target; nil where the source has no mark.
    /// - Throws: `ManagerError` with the code `databaseMoved` where the rows are at the target; `StorageError` where
    ///   the target cannot be looked at. Nothing has changed then.
    package func abort() throws -> String? {
        guard let mark = try with(source, { try MoveDatabase.prepare($0, issuer: issuer) }) else { return nil }
        guard mark.state == .moving else { throw mark.refusal }
        guard try takeBack(mark) else {
            throw ManagerError(
                .databaseMoved,
                "The rows are at \(mark.place), so the move cannot be taken back: run `xignin-manager database move --to "
                    + "'\(mark.place)'` to finish it.")
        }
        return mark.place
    }

    /// - Returns: nil where the source was moved to this place.
    private func mark(_ target: DatabaseAddress, _ place: String) throws -> MoveMark? {
        if let found = try with(source, { try MoveDatabase.prepare($0, issuer: issuer) }) {
            guard found.place == place else { throw found.refusal }
            return found.state == .moved ? nil : found
        }
        try expectAlone()
        try with(target, creating: true) { database in
            try DataFolder.expectUTF8(database)
            do { try database.adopt() } catch let error as StorageError where error.code == .foreignDatabase {
                throw ManagerError(
                    .moveTarget, "The database at \(place) has tables of another program: name an empty one.")
            }
            try MoveDatabase.expectEmpty(database, at: place)
        }
        progress(WorkProgress(.markingDatabase))
        let mark = MoveDatabase.newMark(to: place)
        try with(source) { try MoveDatabase(from: $0, mark).begin() }
        return mark
    }

    private func takeBack(_ mark: MoveMark) throws -> Bool {
        try withPrepared(mark) { target in
            try with(source) { try MoveDatabase(from: $0, mark).takeBack(from: target) }
        }
    }

    /// Opens the target that was prepared before the source was marked. Another one in its place says nothing about
    /// the rows, which may be where the prepared one is now.
    private func withPrepared<Result>(_ mark: MoveMark, _ body: (any Database) throws -> Result) throws -> Result {
        do {
            return try with(DatabaseAddress(mark.place)) { target in
                try target.adopt()
                return try body(target)
            }
        } catch let error as StorageError where [.noDatabase, .notFound, .foreignDatabase].contains(error.code) {
            throw MoveDatabase.notPrepared(mark.place)
        }
    }

    /// Refuses a source that another program has open.
    private func expectAlone() throws {
        switch source {
        case .file(let path): _ = try ExclusiveUse.file(path)
        case .server(let url):
            let database = try ExclusiveUse.server(url, session: session, vault: vault())
            defer { database.close() }
            try ExclusiveUse.expectAlone(database, session: session)
        }
    }

    private func with<Result>(
        _ address: DatabaseAddress, creating: Bool = false, _ body: (any Database) throws -> Result
    ) throws -> Result {
        let database: any Database
        switch address {
        case .file(let path): database = try SQLiteDatabase(path: path, vault: vault(), creating: creating)
        case .server(let url):
            database = try ExclusiveUse.server(url, session: session, vault: vault(), creating: creating)
        }
        defer { database.close() }
        return try body(database)
    }

    /// Parses the address of a target.
    /// - Returns: the address, and its text, in which a path is absolute.
    private static func target(_ text: String) throws -> (DatabaseAddress, place: String) {
        let address = try DatabaseAddress(text)
        try address.expectReadable()
        guard !address.holdsPassword else {
            throw ManagerError(
                .moveTarget,
                "The address has a password, which other users of this machine would see: write it into a file, and name "
                    + "that as `passfile` in the address.")
        }
        guard case .file(let path) = address else { return (address, text) }
        guard !path.hasPrefix("/") else { return (address, path) }
        guard let folder = getcwd(nil, 0) else {
            throw ManagerError(.moveTarget, "\(path) leads nowhere, since this folder is gone: give the whole path.")
        }
        defer { free(folder) }
        let place = "\(String(cString: folder))/\(path)"
        return (.file(place), place)
    }
}
