/// Migrations 28 and 29: what is declared of services, roles and organizations is one document each, so that a new
/// setting needs no column.
extension Schema {
    static let documents: [Definition] = [
        "ALTER TABLE organization ADD COLUMN document \(.text) NOT NULL DEFAULT ''",
        "ALTER TABLE service ADD COLUMN document \(.text) NOT NULL DEFAULT ''",
        "ALTER TABLE role ADD COLUMN document \(.text) NOT NULL DEFAULT ''",
    ]

    static let withoutDeclaredColumns: [Definition] = [
        "ALTER TABLE organization DROP COLUMN website", "ALTER TABLE organization DROP COLUMN address",
        "ALTER TABLE organization DROP COLUMN description",
        "ALTER TABLE service DROP COLUMN display_name", "ALTER TABLE service DROP COLUMN description",
        "ALTER TABLE service DROP COLUMN website", "ALTER TABLE service DROP COLUMN redirect_uris",
        "ALTER TABLE service DROP COLUMN signing_algorithm", "ALTER TABLE service DROP COLUMN proof_key",
        "ALTER TABLE service DROP COLUMN is_active", "ALTER TABLE service DROP COLUMN allows_in_app",
        "ALTER TABLE service DROP COLUMN opened_qr_codes", "ALTER TABLE service DROP COLUMN session_seconds",
        "ALTER TABLE service DROP COLUMN attributes", "ALTER TABLE service DROP COLUMN claims_in",
        "ALTER TABLE service DROP COLUMN security", "ALTER TABLE service DROP COLUMN client",
        "ALTER TABLE role DROP COLUMN alternatives", "ALTER TABLE role DROP COLUMN is_default",
        "ALTER TABLE role DROP COLUMN platforms", "ALTER TABLE role DROP COLUMN channels",
    ]
}
