extension StorageError.Code {
    /// True if the schema has changed since a statement was prepared: retry with new statements.
    ///
    /// "Not supported" (0A000) is the SQLSTATE of much else, and the server's messages are translated (`lc_messages`).
    static func isStaleStatement(_ state: String, _ function: String?) -> Bool {
        state == "26000" || (state == "0A000" && function == "RevalidateCachedQuery")
    }

    /// - Parameters:
    ///   - state: the SQLSTATE (PostgreSQL's manual, appendix A).
    ///   - function: the function of the server that has found the error.
    ///   - isLost: true if the connection broke with the error.
    init(sqlState state: String, function: String?, isLost: Bool) {
        switch state {
        case "23505": self = .uniqueViolation
        case "23503": self = .foreignKeyViolation
        case "23514": self = .checkViolation
        case "23502": self = .notNullViolation
        case "42804", "42883": self = .unexpectedType
        case "40001", "40P01": self = .conflict
        case _ where Self.isStaleStatement(state, function): self = .conflict
        case "25P02": self = .transactionFailed
        case "25006": self = .readOnly
        case "42501", "28000", "28P01": self = .accessDenied
        case "55P03", "57014": self = .timeout
        // The transaction paused for too long, and the server has closed the connection.
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

extension StorageError {
    /// True if nothing was kept and a retry of the same transaction may succeed.
    var isTransient: Bool { code == .conflict || code == .unavailable }
}
