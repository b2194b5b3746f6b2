@testable import XignProtocol

/// Checks what becomes of typed text: a canonical value, which is read as itself, or a flaw with a place in the text.
func checkTyped(_ text: String) {
    if let number = try? PhoneNumber.canonical(typed: text) {
        precondition(PhoneNumber.isCanonical(number) && (try? PhoneNumber.canonical(typed: number)) == number)
    }
    if let pin = PIN(typed: text) {
        precondition(PIN(pin.text) == pin, "a PIN of other characters than digits")
    } else {
        precondition(PIN(text) == nil, "a PIN that cannot be typed")
    }
    if let flaw = CanonicalText.flaw(in: text), case .after(let count) = flaw.character?.place {
        precondition((1...text.unicodeScalars.count).contains(count))
    }
}
