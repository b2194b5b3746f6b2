import XignProtocol

/// The recovery code of an account, and the recovery that was begun with it. `Models/recovery.pml` is its model.
///
///     idle --both proofs--> waiting --24 h--> ready --both proofs--> ready, with an activation --device--> no code
///       ^                      |                |                                |
///       '------ stopped by a use, a link, an operator, or after 72 h ------------'
///
/// The two proofs are the recovery code and a code that is mailed for the step alone. A stop by a device, or an
/// operator's activation, ends the recovery code, too: then nothing is left of this.
public struct Recovery: Sendable, Equatable {
    /// A recovery that was begun.
    public struct Begun: Sendable, Equatable {
        /// Drawn when it begins. Its stop links, and the codes that are mailed for its end, are for this id alone.
        public let id: RecoveryID
        public let begunAt: Timestamp
        public let readyAt: Timestamp
        /// The activation that it has issued last; nil for none.
        public var activationID: ActivationID?
        /// True once the person was told that it can go on.
        public var isReadyTold: Bool

        public init(
            id: RecoveryID, begunAt: Timestamp, readyAt: Timestamp, activationID: ActivationID? = nil,
            isReadyTold: Bool = false
        ) {
            self.id = id
            self.begunAt = begunAt
            self.readyAt = readyAt
            self.activationID = activationID
            self.isReadyTold = isReadyTold
        }

        /// The moment from which it no longer counts.
        public var endsAt: Timestamp { readyAt + Recovery.windowSeconds }

        /// The first moment whose uses of a device object. Clocks of several managers differ.
        public var objectionsFrom: Timestamp { begunAt - Timestamp.clockTolerance }
    }

    public enum State: Sendable, Equatable {
        case idle
        case waiting(Begun)
        case ready(Begun)
    }

    /// The seconds from the begin to the moment from which it goes on. A constant: nobody shortens it.
    public static let waitSeconds: Int64 = 86_400
    /// The seconds for which a recovery that is ready waits for its person.
    public static let windowSeconds: Int64 = 3 * 86_400
    /// The number of begins in `beginPeriodSeconds`.
    public static let maximumBegins = 3
    public static let beginPeriodSeconds: Int64 = 30 * 86_400

    public let accountID: AccountID
    /// The hash of the recovery code.
    public let codeHash: BearerHash
    /// The moment at which the code was made.
    public let madeAt: Timestamp
    /// The moments of the last begins, at most `maximumBegins`, oldest first. Another code keeps them.
    public private(set) var begins: [Timestamp]
    /// The recovery that was begun last and was not stopped. It may be over by time.
    public private(set) var begun: Begun?

    public init(
        accountID: AccountID, codeHash: BearerHash, madeAt: Timestamp, begins: [Timestamp] = [], begun: Begun? = nil
    ) {
        self.accountID = accountID
        self.codeHash = codeHash
        self.madeAt = madeAt
        self.begins = begins
        self.begun = begun
    }

    public func state(at now: Timestamp) -> State {
        guard let begun, now < begun.endsAt else { return .idle }
        return now < begun.readyAt ? .waiting(begun) : .ready(begun)
    }

    /// The recovery that was begun and goes on; nil for none.
    public func open(at now: Timestamp) -> Begun? {
        switch state(at: now) {
        case .idle: nil
        case .waiting(let begun), .ready(let begun): begun
        }
    }

    /// True where the recovery was begun as often as it may be. A begin from the future, by a clock that was fast,
    /// counts.
    public func hasTooManyBegins(at now: Timestamp) -> Bool {
        begins.count { $0 > now - Self.beginPeriodSeconds } >= Self.maximumBegins
    }

    /// True where a recovery was begun with this code. Once it has ended, somebody else may have the code.
    public var wasBegunWithThisCode: Bool { begins.contains { $0 >= madeAt } }

    // MARK: Transitions

    /// Another code, in place of this one or as the first. The begins stay.
    /// - Parameter former: nil for an account without a code.
    public static func code(
        _ hash: BearerHash, of account: AccountID, replacing former: Recovery?, at now: Timestamp
    ) -> Recovery {
        Recovery(accountID: account, codeHash: hash, madeAt: now, begins: former?.begins ?? [])
    }

    /// Begins the wait.
    /// - Returns: nil where a recovery is open, or was begun too often.
    public func beginning(_ id: RecoveryID, at now: Timestamp) -> Recovery? {
        guard case .idle = state(at: now), !hasTooManyBegins(at: now) else { return nil }
        var next = self
        next.begins = Array((begins + [now]).suffix(Self.maximumBegins))
        next.begun = Begun(id: id, begunAt: now, readyAt: now + Self.waitSeconds)
        return next
    }

    /// Names an activation that was issued, in place of an earlier one.
    /// - Returns: nil where no recovery is ready.
    public func issuing(_ activation: ActivationID, at now: Timestamp) -> Recovery? {
        guard case .ready = state(at: now) else { return nil }
        var next = self
        next.begun?.activationID = activation
        return next
    }

    /// Marks the recovery as one whose person was told that it can go on.
    public var toldReady: Recovery {
        var next = self
        next.begun?.isReadyTold = true
        return next
    }

    /// Ends the recovery, and leaves the code.
    public var stopped: Recovery {
        var next = self
        next.begun = nil
        return next
    }
}

extension AttributeValue {
    /// True for an address that can be mailed a code of a recovery.
    ///
    /// One that a code has verified counts from a day later on: an open browser session suffices to verify it, and its
    /// person is told, and can remove it.
    /// - Parameter moment: the begin of the recovery, also where its end is proven.
    public func counts(forRecoveryBegunAt moment: Timestamp) -> Bool {
        guard canBeMailed else { return false }
        return switch verification {
        case nil: false
        case .operator: true
        case .code: verifiedAt.map { $0 + Recovery.waitSeconds <= moment } ?? false
        }
    }
}

/// The reason for which an account is not recovered by its person.
public enum RecoveryRefusal: Sendable, Equatable {
    /// The account has no verified mail address that the manager can write to, or none that was verified long enough
    /// ago.
    case noAddress
    case accountDisabled
    /// The account holds a grant of administration: administrators recover each other, or the machine does.
    case administrator
    /// A recovery was begun three times in thirty days.
    case tooManyBegins
    /// A device of the account was used since the begin. The recovery has ended.
    case used(at: Timestamp)
    /// Too many wrong activation PINs were tried within thirty days.
    case wrongPINs

    /// The word for the audit log.
    public var name: String {
        switch self {
        case .noAddress: "noAddress"
        case .accountDisabled: "accountDisabled"
        case .administrator: "administrator"
        case .tooManyBegins: "tooManyBegins"
        case .used: "used"
        case .wrongPINs: "wrongPINs"
        }
    }
}

/// The way in which a recovery ended without a device.
public enum RecoveryStop: String, Sendable, CaseIterable {
    /// The person, with a device, on the account pages. The recovery code ends, too.
    case device
    /// A confirmation with a device of the account that another factor than the device has signed. To make or remove
    /// a recovery code is one.
    case use
    /// The link of a mail.
    case link
    /// An operator, by command, or by an activation for the account.
    case `operator`
    /// Nobody went on in time.
    case time
}
