import Terminal
import XignSDK

/// The requirements for a new PIN.
struct NewPIN {
    /// The purpose of the new PIN.
    enum Use: Hashable, Sendable {
        /// The PIN of this device, in place of an activation PIN that others have seen.
        case activation
        /// The PIN of this device, in place of its present one.
        case change
        /// The PIN of an activation for another device.
        case otherDevice
    }

    private let specification: PinSpecification
    private let use: Use

    init(_ specification: PinSpecification, for use: Use) {
        self.specification = specification
        self.use = use
    }

    private var length: ClosedRange<Int> { specification.minLength...specification.maxLength }

    func invitation(_ words: any PINWording) -> Text { words.invitation(use, length) }

    /// Sets the PIN.
    /// - Returns: the reason why it is refused; nil if it is accepted.
    func refusal(of pin: String, _ words: any PINWording) -> Text? { reason(specification.setPin(pin), words) }

    /// Returns whether a second entry is the PIN that is set.
    func isSet(to again: String) -> Bool { specification.isPin(again) }

    func reason(_ code: PinSpecification.ResultCode, _ words: any PINWording) -> Text? {
        words.reason(code, use, length)
    }
}

extension Confirmation {
    /// Asks for a new PIN, twice, until it is accepted. A script gives one line of the input, which must be acceptable.
    func choose(_ new: NewPIN) throws {
        let (words, fromInput) = (words.pin, options.pinFromInput)
        if !fromInput { console.report(new.invitation(words)) }
        while true {
            let pin = try console.askSecret(words.ask, fromInput: fromInput)
            if let refusal = new.refusal(of: pin, words) {
                guard !fromInput else { throw CommandFailure(.data) { $0.pin.newRefused(refusal) } }
                console.report(words.refused(refusal))
            } else if try fromInput || new.isSet(to: console.askSecret(words.askAgain)) {
                return
            } else {
                console.report(words.entriesDiffer)
            }
        }
    }
}
