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
    /// Whether keys that devices call biometric are enrolled and count. A program can enrol any key under that name.
    package var allowsBiometric: Bool

    package static let standard = Policy(
        lockoutSeconds: LockoutPolicy.standard.durations, permanentLockoutAfter: LockoutPolicy.standard.permanentAfter,
        pin: .standard, allowsBiometric: false)

    package init(lockoutSeconds: [Int64], permanentLockoutAfter: Int, pin: PINPolicy, allowsBiometric: Bool) {
        self.lockoutSeconds = lockoutSeconds
        self.permanentLockoutAfter = permanentLockoutAfter
        self.pin = pin
        self.allowsBiometric = allowsBiometric
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        lockoutSeconds = try members.decode([Int64].self, forKey: .lockoutSeconds)
        permanentLockoutAfter = try members.decode(Int.self, forKey: .permanentLockoutAfter)
        pin = try members.decode(PINPolicy.self, forKey: .pin)
        // Policies of before do not have it.
        allowsBiometric = try members.decodeIfPresent(Bool.self, forKey: .allowsBiometric) ?? false
    }

    /// The factors that every device enrols.
    package static let requiredFactors: Set<FactorType> = [.device, .pin]

    /// The factors that a device may enrol besides.
    package var optionalFactors: Set<FactorType> { allowsBiometric ? [.biometric] : [] }

    /// The factors that can be enrolled, and that count in a login.
    package var factors: Set<FactorType> { Self.requiredFactors.union(optionalFactors) }

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
