import Pictures
import Terminal

struct GermanInput: InputWording {
    func missing(file path: String) -> Text { "die Datei \(path) gibt es nicht" }
    func unreadable(_ path: String?) -> Text { "\(name(path)) lässt sich nicht lesen" }
    func picture(_ path: String?, _ error: PictureError) -> Text { "\(name(path)): \(words(error))" }
    private func name(_ path: String?) -> String { path ?? "das Bild auf der Standardeingabe" }

    private func words(_ error: PictureError) -> Text {
        switch error {
        case .notAPicture: "das ist kein Bild in PNG oder JPEG: Speichern Sie es in einem dieser Formate"
        case .tooLarge:
            "das Bild hat mehr als 40 Megapixel (als JPEG 120) oder 20 MB: Schneiden Sie es auf den QR-Code zu"
        case .damaged: "das Bild ist beschädigt oder unvollständig: Speichern Sie es noch einmal"
        case .noQRCode: "im Bild ist kein QR-Code: Zeigen Sie den ganzen Code, größer und scharf"
        case .severalQRCodes: "im Bild sind mehrere QR-Codes: Schneiden Sie es auf den richtigen zu"
        case .unsafe:
            """
            das Bild ließ sich nicht gefahrlos lesen: Verwenden Sie eines, das Sie selbst aufgenommen haben, oder geben \
            Sie den Link oder den Text des Codes an
            """
        case .tooSlow: "das Bild zu lesen hat zu lange gedauert: Schneiden Sie es auf den QR-Code zu"
        case .noIsolation:
            """
            dieses System kann Bilder nicht gefahrlos lesen, denn ihm fehlt eine Sandbox (seccomp): Geben Sie den Link \
            oder den Text des Codes an
            """
        }
    }

    var isLogin: Text { "das ist ein Code für eine Anmeldung: Verwenden Sie xign login CODE" }
    var isActivation: Text { "das ist ein Code, der ein Gerät verbindet: Verwenden Sie xign activate CODE" }
    var isNewer: Text { "dieser Code braucht ein neueres xign: Aktualisieren Sie es" }
    var inputTwice: Text {
        """
        CODE ist -, aber auch --pin-stdin oder --set NAME=- liest die Standardeingabe: Geben Sie das Bild als Datei an
        """
    }
}
