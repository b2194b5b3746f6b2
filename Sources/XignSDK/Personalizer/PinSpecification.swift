import Synchronization
internal import XignProtocol

/// The requirements for a new PIN, and the place to set it. Instances may be used from any thread.
public final class PinSpecification: Sendable {
    /// The outcome of setting a PIN.
    public enum ResultCode: ValidationResultCode {
        /// The PIN is accepted.
        case valid
        /// There is no PIN.
        case empty
        /// The PIN has fewer than ``PinSpecification/minLength`` digits.
        case tooShort
        /// The PIN has more than ``PinSpecification/maxLength`` digits.
        case tooLong
        /// The PIN contains characters other than the digits 0 to 9.
        case invalidCharacter
        /// The PIN is among the most common ones, such as `123456`, `111111`, a repeated group or a run of digits.
        case tooCommon
        /// The PIN is the activation PIN, which must be replaced.
        case unchanged
    }

    /// The minimum number of digits that the manager requires: 5 to 32.
    public var minLength: Int { policy.minimumLength }
    /// The maximum number of digits that the manager accepts: at most 32.
    public var maxLength: Int { policy.maximumLength }

    private let policy: PINPolicy
    private let replaced: PIN?
    private let state = Mutex<PIN?>(nil)

    /// - Parameters:
    ///   - policy: the manager's requirements.
    ///   - replaced: the PIN from which the new one must differ.
    init(_ policy: PINPolicy, replacing replaced: PIN? = nil) {
        // The manager's requirements, limited to the protocol's range.
        let range = PIN.lengthRange
        let minimum = min(max(policy.minimumLength, range.lowerBound), range.upperBound)
        let maximum = min(max(policy.maximumLength, minimum), range.upperBound)
        self.policy = PINPolicy(minimumLength: minimum, maximumLength: maximum)
        self.replaced = replaced
    }

    /// Sets the new PIN.
    ///
    /// - Parameter pin: ASCII digits; leading zeros are significant. Nil counts as empty.
    /// - Returns: `.valid` if it was accepted. With any other result the PIN is reset to nil.
    public func setPin(_ pin: String?) -> ResultCode {
        let (code, accepted) = check(pin ?? "")
        state.withLock { $0 = accepted }
        return code
    }

    /// True if an accepted PIN is set.
    public var isPinSet: Bool { state.withLock { $0 != nil } }

    var pin: PIN? { state.withLock { $0 } }

    /// Removes the PIN, whose memory is wiped with its last copy.
    func wipe() { state.withLock { $0 = nil } }

    private func check(_ text: String) -> (ResultCode, PIN?) {
        let digits = text.utf8
        if digits.isEmpty { return (.empty, nil) }
        let isDigits = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if !isDigits { return (.invalidCharacter, nil) }
        if digits.count < minLength { return (.tooShort, nil) }
        guard digits.count <= maxLength, let pin = PIN(text) else { return (.tooLong, nil) }
        switch policy.refusal(of: pin) {
        case .tooShort: return (.tooShort, nil)
        case .tooLong: return (.tooLong, nil)
        case .common: return (.tooCommon, nil)
        case nil: return pin == replaced ? (.unchanged, nil) : (.valid, pin)
        }
    }
}
