import Terminal
import XignSDK

/// The requirements for a new PIN, in words.
struct NewPIN {
    /// The purpose of the new PIN.
    enum Use: Hashable {
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

    var demand: Text { "\(specification.minLength) to \(specification.maxLength) digits" }

    var invitation: Text {
        switch use {
        case .activation: "Choose a PIN for this device: \(demand)."
        case .change: "Choose the new PIN of this device: \(demand)."
        case .otherDevice: "Choose the PIN of the new device, which you enter there: \(demand)."
        }
    }

    /// Sets the PIN.
    /// - Returns: the reason why it is refused; nil if it is accepted.
    func refusal(of pin: String) -> Text? { reason(specification.setPin(pin)) }

    func reason(_ code: PinSpecification.ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: "there is no PIN"
        case .tooShort: "it is too short: \(demand)"
        case .tooLong: "it is too long: \(demand)"
        case .invalidCharacter: "it may contain only digits"
        case .tooCommon: "it is one of the most common PINs"
        case .unchanged:
            switch use {
            case .activation: "it must differ from the activation PIN, which others have seen"
            case .change, .otherDevice: "it is the present PIN"
            }
        }
    }
}

extension Console {
    /// Asks for a new PIN, twice, until it is accepted.
    /// - Parameter fromInput: true to read one line of the input instead, which must be acceptable.
    func choose(_ new: NewPIN, fromInput: Bool) throws {
        if !fromInput { report(new.invitation) }
        while true {
            let pin = try askSecret("New PIN:", fromInput: fromInput)
            if let refusal = new.refusal(of: pin) {
                guard !fromInput else { throw Failure(.data, "the new PIN is refused: \(refusal)") }
                report("Refused: \(refusal).")
            } else if try fromInput || askSecret("New PIN again:") == pin {
                return
            } else {
                report("The two entries differ. Try again.")
            }
        }
    }
}
