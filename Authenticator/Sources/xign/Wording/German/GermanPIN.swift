import Terminal
import XignSDK

struct GermanPIN: PINWording {
    var help: CommandHelp { CommandHelp(summary: "Ändert die PIN dieses Geräts.") }
    var changeHelp: CommandHelp {
        CommandHelp(
            summary: "Ersetzt die PIN dieses Geräts durch eine andere.",
            discussion: """
                Sie bestätigen die Änderung mit der jetzigen PIN und wählen dann die neue. Die anderen Geräte Ihres \
                Kontos behalten ihre eigenen PINs. Codes, die dieses Gerät für weitere Geräte gemacht hat, gelten \
                danach nicht mehr.

                Bricht die Verbindung am Ende ab, dann hat der Manager die PIN vielleicht geändert, vielleicht nicht: \
                Versuchen Sie zuerst die neue PIN.
                """)
    }
    var changePinStdin: String { "Liest die jetzige PIN, dann die neue von der Standardeingabe, je eine Zeile." }
    var changed: Text { "Die PIN dieses Geräts ist \("geändert", .green)." }
    var unknown: Text {
        """
        Die PIN ist vielleicht geändert: Wenn Sie wieder danach gefragt werden, versuchen Sie zuerst die neue, dann die \
        alte. Mit xign pin change ändern Sie sie noch einmal zur selben neuen PIN
        """
    }
    var isPresent: Text { "Nicht angenommen: Das ist die jetzige PIN." }

    // MARK: Choosing a PIN

    func invitation(_ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text {
        switch use {
        case .activation: "Wählen Sie eine PIN für dieses Gerät: \(digits(length))."
        case .change: "Wählen Sie die neue PIN dieses Geräts: \(digits(length))."
        case .otherDevice: "Wählen Sie die PIN des neuen Geräts, die Sie dort eingeben: \(digits(length))."
        }
    }

    private func digits(_ length: ClosedRange<Int>) -> Text { "\(length.lowerBound) bis \(length.upperBound) Ziffern" }

    var ask: Text { "Neue PIN:" }
    var askAgain: Text { "Neue PIN noch einmal:" }
    var entriesDiffer: Text { "Die beiden Eingaben unterscheiden sich. Versuchen Sie es noch einmal." }

    func reason(_ code: PinSpecification.ResultCode, _ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text? {
        switch code {
        case .valid: nil
        case .empty: "es ist keine PIN da"
        case .tooShort: "sie ist zu kurz: \(digits(length))"
        case .tooLong: "sie ist zu lang: \(digits(length))"
        case .invalidCharacter: "sie darf nur Ziffern enthalten, dazwischen Leerzeichen und Striche"
        case .tooCommon: "sie ist eine der häufigsten PINs"
        case .unchanged:
            switch use {
            case .activation: "sie muss anders sein als die Aktivierungs-PIN, denn die haben andere gesehen"
            case .change, .otherDevice: "sie ist die jetzige PIN"
            }
        }
    }

    func refused(_ reason: Text) -> Text { "Nicht angenommen: \(reason)." }
    func newRefused(_ reason: Text) -> Text { "die neue PIN wird nicht angenommen: \(reason)" }
}
