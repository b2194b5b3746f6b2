import XignDomain
import XignProtocol

/// The removal of processes. The browser's side goes with the process.
extension Processes {
    /// Removes processes that ended before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try removed(
            """
            DELETE FROM process WHERE id IN (SELECT id FROM process WHERE expires_at < \(before) LIMIT \(limit))
            RETURNING \(RemovedColumn.names.selected)
            """)
    }

    /// Removes a process that no device has claimed, to make room for another one. Notifies its open pages that it has
    /// expired.
    package func removeUnclaimed(_ id: SessionID) throws {
        guard let process = try find(id),
            try transaction.changedRows("DELETE FROM process WHERE id = \(id) AND activation_id IS NULL") == 1
        else { return }
        guard let expired = process.expired() else { return }
        try notify(ProcessNotice(id, ProcessNews(.expired)))
        count(expired, as: .expired)
    }

    /// Removes processes that no device has ever claimed, and that expired within a span of time.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeUnclaimed(expired span: Range<Timestamp>, limit: Int) throws -> Int {
        try removed(
            """
            DELETE FROM process WHERE id IN (
                SELECT id FROM process WHERE expires_at >= \(span.lowerBound) AND expires_at < \(span.upperBound)
                    AND activation_id IS NULL LIMIT \(limit))
            RETURNING \(RemovedColumn.names.selected)
            """)
    }

    /// The columns by which a removed process is counted.
    enum RemovedColumn: Int, ColumnSet {
        case goal, channel, phase
        static let names = ColumnNames(Self.self)
    }

    private enum PhaseColumn: Int, ColumnSet {
        case id, phase
        static let names = ColumnNames(Self.self)
    }

    /// - Returns: the number of removed rows.
    private func removed(_ statement: SQL) throws -> Int {
        let rows = try transaction.rows(statement).map { TableRow<RemovedColumn>($0) }
        try countRemoved(rows)
        return rows.count
    }

    /// Removes all processes of activations, with the attributes that they released. Notifies the open pages of those
    /// that have not ended.
    func removeAll(of activations: [ActivationID]) throws {
        let rows = try transaction.rows(
            PhaseColumn.self,
            from: """
                process WHERE activation_id IN (\(activations)) OR bound_activation_id IN (\(activations))
                """)
        for row in rows {
            let (id, phase): (SessionID, Phase.Name) = (try row(.id), try row(.phase))
            try transaction.attributeReleases.remove(id)
            try transaction.execute("DELETE FROM process WHERE id = \(id)")
            switch phase {
            case .waiting, .claimed, .confirming, .confirmed: try notify(ProcessNotice(id, ProcessNews(.expired)))
            case .collected, .declined, .expired: break
            }
        }
    }
}
