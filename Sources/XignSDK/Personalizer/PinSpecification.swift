import Synchronization
internal import XignProtocol

/// What a new PIN must be like, and the place to put it. Safe to share between threads.
public final class PinSpecification: Sendable {
    /// What became of a PIN.
    public enum ResultCode: ValidationResultCode {
        /// The PIN was accepted.
        case valid
        /// There is no PIN.
        case empty
        /// Fewer than ``PinSpecification/minLength`` digits.
        case tooShort
        /// More than ``PinSpecification/maxLength`` digits.
        case tooLong
        /// Something other than the digits 0 to 9.
        case invalidCharacter
        /// One of the PINs that are tried first: `123456`, `111111`, a repeated group, a run of digits.
        case tooCommon
        /// The activation PIN, which must be replaced by another.
        case unchanged
    }

    /// The least number of digits: what the manager demands, 5 to 32.
    public var minLength: Int { policy.minimumLength }
    /// The greatest number of digits: what the manager demands, up to 32.
    public var maxLength: Int { policy.maximumLength }

    private let policy: PINPolicy
    private let replaced: PIN?
    private let state = Mutex<PIN?>(nil)

    /// `replaced` is the PIN that the new one must differ from.
    init(_ policy: PINPolicy, replacing replaced: PIN? = nil) {
        // What the protocol knows as a PIN, whatever a manager asks for.
        let range = PIN.lengthRange
        let minimum = min(max(policy.minimumLength, range.lowerBound), range.upperBound)
        let maximum = min(max(policy.maximumLength, minimum), range.upperBound)
        self.policy = PINPolicy(minimumLength: minimum, maximumLength: maximum)
        self.replaced = replaced
    }

    /// Sets the new PIN: ASCII digits, leading zeros count.
    ///
    /// - Returns: `.valid` if it was accepted. With any other result the PIN is reset to nil.
    public func setPin(_ pin: String?) -> ResultCode {
        let (code, accepted) = check(pin ?? "")
        state.withLock { $0 = accepted }
        return code
    }

    /// Whether an accepted PIN is set.
    public var isPinSet: Bool { state.withLock { $0 != nil } }

    var pin: PIN? { state.withLock { $0 } }

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
