import Metrics

/// The values that all connections, transactions and threads of an open database share.
struct EngineContext: Sendable {
    let vault: Vault
    let counters = Counters()
    let metrics = Metrics()
    let nesting = NestingGuard()
    let observers = Observers()
}

extension EngineContext {
    /// Runs a transaction, and counts its duration and its failure.
    func measured<T>(_ kind: TransactionKind, _ body: () throws -> T) throws -> T {
        let begin = ContinuousClock.now
        do {
            let value = try body()
            metrics.databaseDuration[kind].observe(since: begin)
            return value
        } catch {
            count(kind, error, since: begin)
            throw error
        }
    }

    /// Counts the duration of a transaction that has failed, and its failure if it was the database's.
    func count(_ kind: TransactionKind, _ error: any Error, since begin: ContinuousClock.Instant) {
        metrics.databaseDuration[kind].observe(since: begin)
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
        case .corrupt: self = .corrupt
        case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .unexpectedType, .invalidText,
            .noticeTooLong, .transactionFailed, .nestedTransaction, .notFound, .foreignDatabase, .schemaFromTheFuture,
            .invalidAddress, .libraryMissing, .closed, .other:
            return nil
        }
    }
}
