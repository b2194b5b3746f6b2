import Terminal
import XignSDK

/// The requirements for a new PIN, in words.
struct NewPIN {
    private let specification: PinSpecification

    init(_ specification: PinSpecification) { self.specification = specification }

    var demand: Text { "\(specification.minLength) to \(specification.maxLength) digits" }

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
        case .unchanged: "it must differ from the activation PIN, which others have seen"
        }
    }
}
