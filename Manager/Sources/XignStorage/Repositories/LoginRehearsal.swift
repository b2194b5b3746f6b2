import XignDomain
import XignProtocol

extension Transaction {
    /// Writes the rows that a login writes into `process`, `evidence` and `audit`, and takes them back: a table that is
    /// gone, damaged, or whose rights the user lacks shows itself.
    /// - Throws: `StorageError`. The transaction has failed then.
    package func rehearseLogin(at now: Timestamp) throws {
        let process = SessionID.random()
        try rehearse {
            try execute(
                """
                INSERT INTO process (id, goal, channel, phase, created_at, expires_at, corrections)
                VALUES (\(process), 'rehearsal', 'rehearsal', 'rehearsal', \(now), \(now), 0)
                """)
            try execute("UPDATE process SET expires_at = \(now + 1) WHERE id = \(process)")
            try execute(
                """
                INSERT INTO evidence (session_id, activation_id, service_id, at, statement_hash)
                VALUES (\(process), \(process), 'rehearsal', \(now), \(process))
                """)
            try execute(
                "INSERT INTO audit (id, at, kind) VALUES (\(TimeOrderedID.make(at: now)), \(now), 'rehearsal')")
        }
    }
}
