import Terminal
import XignSDK

struct EnglishPIN: PINWording {
    var help: CommandHelp { CommandHelp(summary: "Change the PIN of this device.") }
    var changeHelp: CommandHelp {
        CommandHelp(
            summary: "Replace the PIN of this device by another one.",
            discussion: """
                You confirm the change with the present PIN, then choose the new one. The other devices of your \
                account keep their own PINs. Codes that this device had made for further devices are void afterwards.

                If the connection is lost at the end, the manager may have changed the PIN or not: try the new PIN \
                first.
                """)
    }
    var changePinStdin: String { "Read the present PIN, then the new one, from standard input, one line each." }
    var changed: Text { "The PIN of this device is \("changed", .green)." }
    var unknown: Text {
        """
        The PIN may have been changed: when you are asked for it next, try the new one first, then the old one. To \
        change it to the same new PIN again: xign pin change
        """
    }
    var isPresent: Text { "Refused: it is the present PIN." }

    // MARK: Choosing a PIN

    func invitation(_ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text {
        switch use {
        case .activation: "Choose a PIN for this device: \(digits(length))."
        case .change: "Choose the new PIN of this device: \(digits(length))."
        case .otherDevice: "Choose the PIN of the new device, which you enter there: \(digits(length))."
        }
    }

    private func digits(_ length: ClosedRange<Int>) -> Text { "\(length.lowerBound) to \(length.upperBound) digits" }

    var ask: Text { "New PIN:" }
    var askAgain: Text { "New PIN again:" }
    var entriesDiffer: Text { "The two entries differ. Try again." }

    func reason(_ code: PinSpecification.ResultCode, _ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text? {
        switch code {
        case .valid: nil
        case .empty: "there is no PIN"
        case .tooShort: "it is too short: \(digits(length))"
        case .tooLong: "it is too long: \(digits(length))"
        case .invalidCharacter: "it may contain only digits, and spaces and hyphens between them"
        case .tooCommon: "it is one of the most common PINs"
        case .unchanged:
            switch use {
            case .activation: "it must differ from the activation PIN, which others have seen"
            case .change, .otherDevice: "it is the present PIN"
            }
        }
    }

    func refused(_ reason: Text) -> Text { "Refused: \(reason)." }
    func newRefused(_ reason: Text) -> Text { "the new PIN is refused: \(reason)" }
}
