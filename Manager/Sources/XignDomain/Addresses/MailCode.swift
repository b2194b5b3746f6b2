import XignCrypto
import XignProtocol

/// The kind of `MailCodeID`.
public enum MailCodeIDKind {}

/// The identifier of a mailed code.
public typealias MailCodeID = Identifier<MailCodeIDKind>

/// The kind of `RecoveryID`.
public enum RecoveryKind {}

/// The identifier of a recovery of an account, drawn when it begins.
public typealias RecoveryID = Identifier<RecoveryKind>

/// A code that the manager has mailed to an address, to be typed in the browser that asked for it.
///
///     drawn --mailed again: twice at most--> drawn
///       |--right code: used   |--five wrong codes: over   |--30 minutes: over
///
/// The code itself is stored nowhere: it follows from the manager's secret. So a copy of the database and the mails of
/// other people tell nobody a code.
public struct MailCode: Sendable, Equatable {
    /// The act that a code confirms.
    public enum Purpose: String, Sendable, CaseIterable, Codable {
        case verifyAddress, recoveryBegin, recoveryEnd
    }

    /// All that a code counts for. With any other member it is another code.
    public struct Subject: Sendable, Equatable {
        public var purpose: Purpose
        public var accountID: AccountID
        /// The id of the attribute value with the address.
        public var valueID: [UInt8]
        /// The hash of the cookie of the browser that has asked.
        public var binding: BearerHash
        /// The recovery that the code goes on with; nil for a code that is for none.
        public var recoveryID: RecoveryID?

        public init(
            _ purpose: Purpose, account: AccountID, value: [UInt8], binding: BearerHash, recovery: RecoveryID? = nil
        ) {
            (self.purpose, accountID, valueID, self.binding) = (purpose, account, value, binding)
            recoveryID = recovery
        }
    }

    public let id: MailCodeID
    public let subject: Subject
    /// The address that the code is mailed to.
    public let address: String
    /// The network of the browser that has asked, as a keyed hash: `MailCodeLimits.hash`.
    public let network: [UInt8]
    public let createdAt: Timestamp
    /// The number of mails with the code.
    public private(set) var sent = 1
    public private(set) var sentAt: Timestamp
    /// The number of codes that were typed.
    public private(set) var tries = 0
    /// True once the right code was typed.
    public private(set) var isUsed = false

    /// The seconds for which a code counts.
    public static let lifetimeSeconds: Int64 = 30 * 60
    /// The seconds between two mails with a code.
    public static let pauseSeconds: Int64 = 60
    /// The number of mails with a code: the first, and two others. As many as an address gets in an hour.
    public static let maximumMails = MailCodeLimits.perAddressAndHour
    public static let maximumTries = 5
    /// The seconds for which a row is kept after its last mail: the longest time over which the limits count.
    public static let retentionSeconds = MailCodeLimits.daySeconds

    public init(_ subject: Subject, to address: String, from network: [UInt8], at now: Timestamp) {
        (id, self.subject, self.address, self.network) = (.random(), subject, address, network)
        (createdAt, sentAt) = (now, now)
    }

    /// Restores a code from its members.
    public init(
        id: MailCodeID, subject: Subject, address: String, network: [UInt8], createdAt: Timestamp, sent: Int,
        sentAt: Timestamp, tries: Int, isUsed: Bool
    ) {
        (self.id, self.subject, self.address, self.network) = (id, subject, address, network)
        (self.createdAt, self.sent, self.sentAt, self.tries, self.isUsed) = (createdAt, sent, sentAt, tries, isUsed)
    }

    public var endsAt: Timestamp { createdAt + Self.lifetimeSeconds }

    /// The first moment at which the code can be mailed again; nil where it was mailed often enough.
    public var canBeSentAgainAt: Timestamp? { sent < Self.maximumMails ? sentAt + Self.pauseSeconds : nil }

    public var triesLeft: Int { max(0, Self.maximumTries - tries) }

    /// True until the code was used, all tries were, or its time is over.
    public func counts(at now: Timestamp) -> Bool {
        !isUsed && triesLeft > 0 && now.isBefore(endsAt, ofLifetime: Self.lifetimeSeconds)
    }

    // MARK: Transitions

    public mutating func sendAgain(at now: Timestamp) {
        sent += 1
        sentAt = now
    }

    /// Counts a try. The caller stores it before it compares.
    public mutating func countTry() { tries += 1 }

    /// Takes back the try of a right code that is judged now and used up later.
    public mutating func takeBackTry() { tries -= 1 }

    public mutating func use() { isUsed = true }

    // MARK: The code

    /// Derives the code:
    ///
    ///     HMAC-SHA256(manager secret, "xign/1 mail code" || LP(purpose) || LP(account) || LP(value id)
    ///                                 || LP(binding) || LP(recovery id) || id)[0..<5]
    ///
    /// `LP` is the length in two bytes, big-endian, and the bytes. A code for no recovery has an empty recovery id.
    public func code(managerSecret: SymmetricKey) -> MailedCode? {
        var message = Array("xign/1 mail code".utf8)
        func append(_ part: some Collection<UInt8>) {
            message += [UInt8(truncatingIfNeeded: part.count >> 8), UInt8(truncatingIfNeeded: part.count)]
            message += part
        }
        append(subject.purpose.rawValue.utf8)
        append(subject.accountID.text.utf8)
        append(subject.valueID)
        append(subject.binding.bytes)
        append(subject.recoveryID?.bytes ?? [])
        message += id.bytes
        return MailedCode(firstBitsOf: Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret)))
    }
}
