import XignDomain
import XignStorage

/// The effects of `restore`, and what it cannot know, for the operator.
package struct RestoreReport: Sendable {
    /// The newest event of the backup.
    package let backupOf: String
    /// The sequence number of the key material that is published from now on.
    package var sequence: Int64 = 0
    package var ended = Restoration.Ended()
    /// The acts that the audit log has repeated, a line each.
    package var replayed: [String] = []
    /// The rights that may have come back, and the losses, a line each. The operator must accept them.
    package var remaining: [String] = []
    /// The signs that somebody may have changed the backup, a line each. The operator must accept them apart.
    package var doubts: [String] = []

    init(backupOf moment: Timestamp) { backupOf = moment.iso8601 }

    /// The numbers of what has ended, in words.
    package var endedText: String {
        let parts =
            [
                (ended.activations, "pending activations"), (ended.processes, "processes"),
                (ended.tokens, "codes and tokens"), (ended.rememberedLogins, "remembered logins"),
                (ended.browserSessions, "browser sessions"),
            ] + (ended.joinLinks > 0 ? [(ended.joinLinks, "join links")] : [])
        return parts.map { "\($0) \($1)" }.joined(separator: ", ")
    }

    /// The backup holds something that its operator has not accepted. Nothing was changed.
    package struct NotAccepted: Error, Sendable {
        package let report: RestoreReport
    }
}

/// A short list of names: the first ones, and the number of the others.
func listed(_ names: [String], maximum: Int = 20) -> String {
    let shown = names.prefix(maximum).joined(separator: ", ")
    return names.count > maximum ? "\(shown), and \(names.count - maximum) more" : shown
}
