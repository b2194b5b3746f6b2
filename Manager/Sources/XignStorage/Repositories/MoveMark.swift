/// The mark of a database whose rows are on their way to another one, or there. No program serves a marked database.
///
/// Two databases of one manager would count wrong PINs twice, so at each moment at most one can be served:
///
///     source     no mark        moving                          moved
///     target     ------------ no tables ------- all rows, with the number of the mark
///                        ^ begun             ^ committed      ^ finished
package struct MoveMark: Sendable, Equatable {
    package enum State: String, Sendable {
        /// The mark alone does not tell whether the other database has the rows: the number there does.
        case moving
        /// The other database has the rows.
        case moved
    }

    package let state: State
    /// A random number, which the other database gets in the transaction with the rows.
    package let number: String
    /// The address of the other database, without a password.
    package let place: String

    package init(_ state: State, number: String, place: String) {
        (self.state, self.number, self.place) = (state, number, place)
    }

    /// Parses the value of the setting; nil for a text that is none.
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let state = State(rawValue: String(parts[0])) else { return nil }
        self.init(state, number: String(parts[1]), place: String(parts[2]))
    }

    fileprivate var text: String { "\(state.rawValue) \(number) \(place)" }

    /// The name of the setting.
    static let setting = "databaseMove"
}

extension Settings {
    /// The name of the setting with the number of the mark by which this database got its rows.
    private static let arrivalSetting = "databaseArrival"

    /// Returns the mark of this database; nil where there is none.
    package func moveMark() throws -> MoveMark? {
        guard let text = try value(of: MoveMark.setting) else { return nil }
        guard let mark = MoveMark(text) else { throw StorageError(.unexpectedType, "setting \(MoveMark.setting)") }
        return mark
    }

    /// Sets or removes the mark of this database.
    package func replace(_ mark: MoveMark?) throws {
        if let mark { return try set(MoveMark.setting, to: mark.text) }
        try transaction.execute("DELETE FROM setting WHERE name = \(MoveMark.setting)")
    }

    /// Returns the number of the mark by which this database got its rows; nil for one that was made by `init`.
    package func arrival() throws -> String? { try value(of: Self.arrivalSetting) }

    /// Lets a copy begin to be the manager's database: it has the number of a mark, and no mark.
    package func arrive(_ mark: MoveMark) throws {
        try replace(nil)
        try set(Self.arrivalSetting, to: mark.number)
    }
}

extension ExclusiveSQLiteFile {
    /// Returns the mark of the database; nil where there is none.
    package func moveMark() throws(StorageError) -> MoveMark? {
        guard try value("SELECT name FROM sqlite_schema WHERE name = 'setting'") != nil,
            let text = try value("SELECT value FROM setting WHERE name = \(MoveMark.setting)")
        else { return nil }
        guard let mark = MoveMark(text) else { throw StorageError(.unexpectedType, "setting \(MoveMark.setting)") }
        return mark
    }
}
