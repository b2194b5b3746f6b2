/// The few values that hold for the whole manager.
package struct Settings {
    let transaction: any Transaction

    package func value(of name: String) throws -> String? {
        try transaction.row("SELECT value FROM setting WHERE name = \(name)")?("value")
    }

    package func set(_ name: String, to value: String) throws {
        try transaction.execute(
            """
            INSERT INTO setting (name, value) VALUES (\(name), \(value))
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """)
    }
}
