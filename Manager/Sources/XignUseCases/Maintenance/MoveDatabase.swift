import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The steps of a move of a manager's rows into another database. `DatabaseMove` of XignServer opens both, and takes
/// the steps in their order.
///
/// Nothing ends, and no epoch begins: the rows stay as they are, and so does the key-encryption key.
package struct MoveDatabase: Sendable {
    private let source: any Database
    /// The mark of the source while the rows are on their way.
    private let mark: MoveMark

    /// - Parameters:
    ///   - source: the former database.
    ///   - mark: in the state `moving`.
    package init(from source: any Database, _ mark: MoveMark) { (self.source, self.mark) = (source, mark) }

    /// Draws the number of a move to a place.
    package static func newMark(to place: String) -> MoveMark {
        MoveMark(.moving, number: Base64URL.encode(Array(SecureRandom.bytes(count: 16))), place: place)
    }

    /// Brings the schema of a source up to date.
    /// - Returns: the mark that a former call has left.
    /// - Throws: `ManagerError` for a database that is empty or another manager's; `StorageError`.
    package static func prepare(_ source: any Database, issuer: ManagerOrigin) throws -> MoveMark? {
        try source.migrate(Schema.migrations)
        try Initialization.checkIdentity(database: source, issuer: issuer)
        return try source.read { try $0.settings.moveMark() }
    }

    /// Refuses a target that has tables.
    /// - Throws: `ManagerError` with the code `moveTarget`; `StorageError`.
    package static func expectEmpty(_ target: any Database, at place: String) throws {
        guard try target.write({ try $0.lockTables() }) else { throw notEmpty(place) }
    }

    /// Marks the source, so that no program serves it from now on. One that has lost its connection does not connect
    /// again.
    package func begin() throws {
        try source.write { [mark] transaction in
            guard try transaction.settings.moveMark() == nil else { throw Self.concurrent }
            try transaction.settings.replace(mark)
            try transaction.replaceInstallation()
        }
    }

    /// Copies all rows in one transaction of the target, which gets the number of the mark. Before the commit it
    /// compares the numbers of rows, and verifies the chain of the audit log.
    /// - Returns: the number of rows; nil where the target has got them by a former call.
    /// - Throws: `ManagerError` with the code `moveTarget` for a target with other tables, `databaseMoving` where the
    ///   mark was taken back meanwhile, and `auditChainDamaged`; `StorageError`. The target is unchanged then, but
    ///   after `outcomeUnknown`.
    package func copy(
        to target: any Database, by operatorName: String, at now: Timestamp,
        reporting progress: @escaping ReportProgress = ignoreProgress
    ) throws -> Int64? {
        try target.write { [source, mark] transaction in
            guard try transaction.lockTables() else {
                guard try transaction.settings.arrival() == mark.number else { throw Self.notEmpty(mark.place) }
                return nil
            }
            try transaction.makeTables(Schema.migrations)
            let counts = try source.read { source in
                // Read behind the lock of the target, under which `takeBack` removes it.
                guard try source.settings.moveMark() == mark else { throw Self.concurrent }
                return try transaction.copyTables(from: source, reporting: progress)
            }
            guard try transaction.countRows() == counts else {
                throw StorageError(.other, "the copy has another number of rows than the database")
            }
            try transaction.settings.arrive(mark)
            try transaction.audit.append(
                AuditEvent(.databaseMoved, at: now, actor: .machine(operatorName), detail: "to \(mark.place)"))
            try Self.expectSoundAudit(try VerifyAudit.verify(in: transaction, at: now, reporting: progress))
            return counts.reduce(0, +)
        }
    }

    /// Marks the source as moved, once the target has the rows.
    package func finish() throws {
        try source.write { [mark] transaction in
            try transaction.settings.replace(MoveMark(.moved, number: mark.number, place: mark.place))
        }
    }

    /// Removes the mark of the source, unless the target has the rows. A transaction of the target whose program was
    /// killed is waited for.
    /// - Returns: false where the target has the rows; nothing has changed then.
    /// - Throws: `ManagerError` with the code `databaseMoving` for a target with the rows of another manager or move;
    ///   `StorageError`. Nothing has changed then.
    package func takeBack(from target: any Database) throws -> Bool {
        try target.write { [source, mark] transaction in
            guard try transaction.lockTables() else {
                guard try transaction.settings.arrival() == mark.number else { throw Self.notPrepared(mark.place) }
                return false
            }
            try source.write { transaction in
                if try transaction.settings.moveMark() == mark { try transaction.settings.replace(nil) }
            }
            return true
        }
    }

    /// The refusal of a target that is not the one that was prepared.
    package static func notPrepared(_ place: String) -> ManagerError {
        ManagerError(
            .databaseMoving,
            "The database that the move has prepared at \(place) is gone, or another one is there. The prepared one may "
                + "have the rows: put it back, and try again. Nothing was changed.")
    }

    private static func notEmpty(_ place: String) -> ManagerError {
        ManagerError(
            .moveTarget,
            "The database at \(place) has tables, and was left as it is: name an empty one, or a file that does not exist."
        )
    }

    private static let concurrent = ManagerError(
        .databaseInUse, "Another command has begun or taken back a move meanwhile: look at it, and try again.")

    private static func expectSoundAudit(_ report: AuditReport) throws {
        if let first = report.firstBreak {
            throw ManagerError(
                .auditChainDamaged,
                "The audit log does not hold at \(report.breaks) places, the first at position \(first.position) "
                    + "(\(first.kind.rawValue)), so the database was not moved", .verifyAudit)
        }
        if let first = report.putBack.first {
            throw ManagerError(
                .auditChainDamaged,
                "\(report.putBack.count) rows of devices contradict the audit log, the first of the device "
                    + "\(first.activation) (\(first.kind.rawValue)), so the database was not moved", .verifyAudit)
        }
    }
}

extension MoveMark {
    /// The refusal of a database that has this mark.
    package var refusal: ManagerError {
        switch state {
        case .moving:
            ManagerError(
                .databaseMoving,
                "The database is being moved to \(place), and nobody may use it until that is finished or taken back",
                .finishMove(to: place))
        case .moved:
            ManagerError(
                .databaseMoved,
                "The database was moved to \(place), and this one must not be used again: name the new one as `database` "
                    + "in the configuration.")
        }
    }
}
