import Terminal
import XignSDK

/// What a new PIN must be like, in words.
struct NewPIN {
    private let specification: PinSpecification

    init(_ specification: PinSpecification) { self.specification = specification }

    var demand: Text { "\(specification.minLength) to \(specification.maxLength) digits" }

    /// Sets the PIN.
    /// - Returns: why it was refused; nil if it was accepted.
    func refusal(of pin: String) -> Text? { reason(specification.setPin(pin)) }

    func reason(_ code: PinSpecification.ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: "there is no PIN"
        case .tooShort: "it is too short: \(demand)"
        case .tooLong: "it is too long: \(demand)"
        case .invalidCharacter: "it has something else than digits"
        case .tooCommon: "it is among the first that anybody would try"
        case .unchanged: "it is the activation PIN, which others have seen"
        }
    }
}
