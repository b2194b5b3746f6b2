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
        /// The PIN contains other characters than digits, white space and hyphens.
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
    /// - Parameter pin: digits of any script; leading zeros are significant, and white space and hyphens are ignored.
    ///   Nil counts as empty.
    /// - Returns: `.valid` if it was accepted. With any other result the PIN is reset to nil.
    public func setPin(_ pin: String?) -> ResultCode {
        let (code, accepted) = check(pin ?? "")
        state.withLock { $0 = accepted }
        return code
    }

    /// Returns whether a second entry is the PIN that is set, however it is written.
    public func isPin(_ again: String) -> Bool {
        guard let pin, let again = PIN(typed: again) else { return false }
        return pin == again
    }

    /// True if an accepted PIN is set.
    public var isPinSet: Bool { state.withLock { $0 != nil } }

    var pin: PIN? { state.withLock { $0 } }

    /// Removes the PIN, whose memory is wiped with its last copy.
    func wipe() { state.withLock { $0 = nil } }

    private func check(_ text: String) -> (ResultCode, PIN?) {
        guard let digits = TypedDigits.count(text) else { return (.invalidCharacter, nil) }
        if digits == 0 { return (.empty, nil) }
        if digits < minLength { return (.tooShort, nil) }
        guard digits <= maxLength, let pin = PIN(typed: text) else { return (.tooLong, nil) }
        switch policy.refusal(of: pin) {
        case .tooShort: return (.tooShort, nil)
        case .tooLong: return (.tooLong, nil)
        case .common: return (.tooCommon, nil)
        case nil: return pin == replaced ? (.unchanged, nil) : (.valid, pin)
        }
    }
}
