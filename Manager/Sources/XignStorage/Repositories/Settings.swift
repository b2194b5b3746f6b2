import XignDomain
import XignProtocol

/// Settings of the whole manager, by name.
package struct Settings {
    let transaction: any Transaction

    /// The topic of notices that the policy, the operator's profile, a service or the keys have changed.
    package static let topic: StaticString = "policy"
    private static let policyName = "policy"
    private static let operatorName = "operator"

    enum Column: Int, ColumnSet {
        case name, value
        static let names = ColumnNames(Self.self)
    }

    package func value(of name: String) throws -> String? {
        try transaction.value("SELECT value FROM setting WHERE name = \(name)")
    }

    /// - Parameter name: of no declared setting; these have functions of their own.
    package func set(_ name: String, to value: String) throws {
        assert(![Self.policyName, Self.operatorName].contains(name), "a declared setting")
        try transaction.execute(Self.setting(name, to: value))
    }

    /// Returns the moment that a setting keeps in whole Unix seconds; nil where there is none, and for any other text.
    package func moment(_ name: String) throws -> Timestamp? {
        guard let seconds = try value(of: name).flatMap({ Int64($0) }) else { return nil }
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? nil : Timestamp(rawValue: milliseconds)
    }

    /// Stores a moment in whole Unix seconds.
    package func set(_ name: String, to moment: Timestamp) throws { try set(name, to: "\(moment.seconds)") }

    private static func setting(_ name: String, to value: String) -> SQL {
        """
        INSERT INTO setting (name, value) VALUES (\(name), \(value))
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
    }

    /// Returns the operator's policy; the standard one where none is set.
    package func policy() throws -> Policy {
        guard let text = try value(of: Self.policyName) else { return .standard }
        return try MessageCoding.decode(Policy.self, from: Array(text.utf8))
    }

    /// Stores the policy, and notifies every manager on this database.
    package func save(_ policy: Policy) throws {
        let text = String(decoding: try MessageCoding.encode(policy), as: UTF8.self)
        try transaction.declare(Self.setting(Self.policyName, to: text))
        try transaction.notify(Self.topic, "")
    }

    /// Returns the operator's profile; an empty one where none is set.
    package func operatorProfile() throws -> OperatorProfile {
        guard let text = try value(of: Self.operatorName) else { return .none }
        return try MessageCoding.decode(OperatorProfile.self, from: Array(text.utf8))
    }

    /// Stores the operator's profile, and notifies every manager on this database.
    package func save(_ profile: OperatorProfile) throws {
        let text = String(decoding: try MessageCoding.encode(profile), as: UTF8.self)
        try transaction.declare(Self.setting(Self.operatorName, to: text))
        try transaction.notify(Self.topic, "")
    }
}
