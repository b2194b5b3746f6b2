import XignDomain
import XignProtocol
import XignStorage

/// The rules that an operator sets for the whole manager, by `apply`.
package struct Policy: Sendable, Equatable, Codable {
    /// The topic of the notice that policy or keys have changed.
    static let topic: StaticString = "policy"
    private static let setting = "policy"

    /// Seconds after the first, second, ... failure in a row.
    package var lockoutSeconds: [Int64]
    /// So many failures in a row lock for good.
    package var permanentLockoutAfter: Int
    package var pin: PINPolicy

    package static let standard = Policy(
        lockoutSeconds: LockoutPolicy.standard.durations, permanentLockoutAfter: LockoutPolicy.standard.permanentAfter,
        pin: .standard)

    package init(lockoutSeconds: [Int64], permanentLockoutAfter: Int, pin: PINPolicy) {
        self.lockoutSeconds = lockoutSeconds
        self.permanentLockoutAfter = permanentLockoutAfter
        self.pin = pin
    }

    /// Decides about lockouts.
    package var lockout: LockoutPolicy {
        var policy = LockoutPolicy.standard
        policy.durations = lockoutSeconds
        policy.permanentAfter = permanentLockoutAfter
        return policy
    }

    package static func load(_ transaction: any Transaction) throws -> Policy {
        guard let text = try transaction.settings.value(of: setting) else { return .standard }
        return try MessageCoding.decode(Policy.self, from: Array(text.utf8))
    }

    package func save(_ transaction: any Transaction) throws {
        let text = String(decoding: try MessageCoding.encode(self), as: UTF8.self)
        try transaction.settings.set(Self.setting, to: text)
        try transaction.notify(Self.topic, "")
    }
}
