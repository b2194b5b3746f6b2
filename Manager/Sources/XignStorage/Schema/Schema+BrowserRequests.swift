/// Migration 18: the way of an answer to the website, and the pages that keep the window that opened them.
extension Schema {
    static let browserRequests: [Definition] = [
        "ALTER TABLE browser_request ADD COLUMN response_mode \(.text) NOT NULL DEFAULT 'query'",
        "ALTER TABLE browser_request ADD COLUMN \(.boolean("is_popup")) NOT NULL DEFAULT FALSE",
    ]
}
