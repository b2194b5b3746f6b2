/// The outbox holds messages of several kinds. A manager takes those that it can deliver.
extension Schema {
    static let outboxKinds: [Definition] = [
        "ALTER TABLE outbox ADD COLUMN kind \(.text) NOT NULL DEFAULT 'notice'",
        "ALTER TABLE outbox ADD COLUMN receiver \(.text)",
        "DROP INDEX outbox_by_attempt",
        "CREATE INDEX outbox_by_attempt ON outbox (kind, next_attempt_at)",
        "CREATE INDEX outbox_by_receiver ON outbox (receiver, next_attempt_at) WHERE receiver IS NOT NULL",
    ]
}
