import XignDomain
import XignStorage

extension Context {
    private static let setting = "lastUnpublishedKeyAt"

    /// Keeps the moment of a request to a key that this database has never published, by which `doctor` sees that an
    /// older copy may have taken the place of the database.
    package func recordUnpublishedKey() throws {
        let now = clock.now()
        try database.write { try $0.settings.set(Self.setting, to: "\(now.seconds)") }
    }

    /// Returns the moment of the last such request; nil where none is known.
    package func lastUnpublishedKey() throws -> Timestamp? {
        try database.read { try $0.settings.value(of: Self.setting) }.flatMap { Int64($0) }.flatMap {
            $0 > 0 ? Timestamp(seconds: $0) : nil
        }
    }

    /// Forgets such requests: the manager publishes keys that all devices take for newer ones.
    static func forgetUnpublishedKeys(_ transaction: any Transaction) throws {
        try transaction.settings.set(Self.setting, to: "0")
    }
}
