import XignDomain

/// The values of requests that were used, for as long as they could be sent again. All managers on the database share
/// them.
package struct OneTimeValues {
    let transaction: any Transaction

    /// Remembers a value.
    /// - Returns: false where it was used before.
    package func consume(_ value: OneTimeValue) throws -> Bool {
        try transaction.changedRows(
            """
            INSERT INTO one_time_value (hash, expires_at) VALUES (\(value.hash), \(value.expiresAt))
            ON CONFLICT (hash) DO NOTHING
            """) == 1
    }

    /// Removes values that expired before a moment.
    /// - Returns: the number of values; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM one_time_value WHERE hash IN (
                SELECT hash FROM one_time_value WHERE expires_at < \(before) LIMIT \(limit))
            """)
    }
}
