import XignDomain
import XignStorage

/// Keeps the moment of a request to a key that this database has never published, by which `doctor` sees that an older
/// copy may have taken the place of the database.
package struct RecordUnpublishedKey: Sendable {
    fileprivate static let setting = "lastUnpublishedKeyAt"

    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction() throws {
        let now = context.clock.now()
        try context.database.write { try $0.settings.set(Self.setting, to: now) }
    }
}

extension Context {
    /// Returns the moment of the last request to an unpublished key; nil where none is known.
    package func lastUnpublishedKey() throws -> Timestamp? {
        try database.read { try $0.settings.moment(RecordUnpublishedKey.setting) }.flatMap { $0.seconds > 0 ? $0 : nil }
    }

    /// Forgets such requests: the manager publishes keys that all devices take for newer ones.
    static func forgetUnpublishedKeys(_ transaction: any Transaction) throws {
        try transaction.settings.set(RecordUnpublishedKey.setting, to: "0")
    }
}
