import Metrics
import Threads

/// The values that all connections, transactions and threads of an open database share.
struct EngineContext: Sendable {
    let vault: Vault
    /// True for `init`: a database without a schema gets one.
    let mayCreate: Bool
    let declarations = DeclarationCache()
    let counters = Counters()
    let metrics: Metrics
    /// Found once, since each transaction is measured.
    private let readDuration: HistogramCells, writeDuration: HistogramCells
    let nesting = NestingGuard()
    let observers = Observers()
    /// True once SQLite has found damage. Stays true: nobody knows what else is damaged.
    let isDamaged = Locked(false)

    init(vault: Vault, mayCreate: Bool) {
        self.vault = vault
        self.mayCreate = mayCreate
        metrics = Metrics()
        readDuration = metrics.databaseDuration[.read]
        writeDuration = metrics.databaseDuration[.write]
    }
}

extension EngineContext {
    /// Runs a transaction, and counts its duration and its failure.
    func measured<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
        let begin = monotonicMicroseconds()
        do {
            let value = try body()
            count(kind, since: begin)
            return value
        } catch {
            count(kind, since: begin, error)
            throw error
        }
    }

    /// Counts the duration of a transaction, and its failure if it was the database's.
    /// - Parameter begin: as `monotonicMicroseconds()` tells.
    func count(_ kind: TransactionKind, since begin: Int, _ error: (any Error)? = nil) {
        let duration = kind == .read ? readDuration : writeDuration
        duration.observe(monotonicMicroseconds() - begin)
        guard let error = error as? StorageError, let failure = DatabaseFailure(error.code) else { return }
        metrics.databaseFailures[failure].add()
    }
}

extension DatabaseFailure {
    /// - Returns: nil for the errors of a caller.
    fileprivate init?(_ code: StorageError.Code) {
        switch code {
        case .conflict: self = .conflict
        case .timeout: self = .timeout
        case .unavailable: self = .unavailable
        case .outcomeUnknown: self = .outcomeUnknown
        case .full: self = .full
        case .inputOutput: self = .inputOutput
        case .readOnly: self = .readOnly
        case .accessDenied: self = .accessDenied
        case .corrupt, .notADatabase: self = .corrupt
        case .keyMissing: self = .keyMissing
        case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .unexpectedType, .invalidText,
            .noticeTooLong, .transactionFailed, .nestedTransaction, .notFound, .noDatabase, .fileReplaced, .strayLog,
            .foreignDatabase, .severalInstallations, .otherInstallation, .schemaFromTheFuture,
            .unknownDeclaration, .invalidAddress, .libraryMissing, .transactionPooling, .closed, .other:
            return nil
        }
    }
}
