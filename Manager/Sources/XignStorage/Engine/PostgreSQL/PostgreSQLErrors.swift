extension StorageError.Code {
    /// - Parameters:
    ///   - state: the SQLSTATE, as PostgreSQL's manual lists them in appendix A.
    ///   - isLost: whether the connection broke with it.
    init(sqlState state: String, message: String, isLost: Bool) {
        switch state {
        case "23505": self = .uniqueViolation
        case "23503": self = .foreignKeyViolation
        case "23514": self = .checkViolation
        case "23502": self = .notNullViolation
        case "42804", "42883": self = .unexpectedType
        case "40001", "40P01": self = .conflict
        // The schema has changed, and a statement was prepared for the old one: run anew with statements prepared anew.
        case "0A000" where message.contains("cached plan"), "26000": self = .conflict
        case "25P02": self = .transactionFailed
        case "25006": self = .readOnly
        case "42501", "28000", "28P01": self = .accessDenied
        case "55P03", "57014": self = .timeout
        // A transaction that paused for too long; the server has ended the connection.
        case "25P03": self = .unavailable
        case "53100": self = .full
        case "57P01", "57P02", "57P03", "57P05", "53300": self = .unavailable
        case _ where state.hasPrefix("08"): self = .unavailable
        case _ where state.hasPrefix("58"): self = .inputOutput
        case _ where state.hasPrefix("XX"): self = .corrupt
        default: self = isLost ? .unavailable : .other
        }
    }
}
