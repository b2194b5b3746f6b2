/// Migration 16: the settings of clients, and client secrets that overlap.
extension Schema {
    /// Null settings are the standard ones.
    static let clients: [Definition] = [
        "ALTER TABLE service ADD COLUMN client \(.text)",
        "ALTER TABLE service ADD COLUMN former_secret_hash \(.bytes)",
        "ALTER TABLE service ADD COLUMN former_secret_expires_at \(.integer)",
    ]
}
