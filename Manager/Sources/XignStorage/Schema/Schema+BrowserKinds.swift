/// Migration 30: the words for browser and system of sessions and remembered logins, which go with their rows.
extension Schema {
    static let browserKinds: [Definition] = [
        "ALTER TABLE browser_session ADD COLUMN browser_kind \(.text)",
        "ALTER TABLE remembered_login ADD COLUMN browser_kind \(.text)",
    ]
}
