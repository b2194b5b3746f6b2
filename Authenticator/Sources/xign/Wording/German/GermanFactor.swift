import Terminal

struct GermanFactor: FactorWording {
    var help: CommandHelp { CommandHelp(summary: "Fügt diesem Gerät einen Faktor hinzu, mit dem Sie bestätigen.") }
    var addHelp: CommandHelp {
        CommandHelp(
            summary: "Fügt diesem Gerät einen Faktor hinzu, etwa biometric.",
            discussion: """
                Ein Faktor schützt einen Schlüssel dieses Geräts. xign hat die Faktoren device und pin, die jedes Gerät \
                von Anfang an hat. Ein biometrischer Faktor braucht einen Schlüsselspeicher, der seinen Schlüssel nur \
                freigibt, wenn ein Fingerabdruck oder ein Gesicht erkannt wurde; für Systeme mit einem solchen Speicher \
                gibt es Apps.
                """)
    }
    var factor: String { "Der Faktor: biometric." }
    var noBiometrics: Text {
        """
        dieses System hat keinen Schlüsselspeicher, der einen Schlüssel nur für einen Fingerabdruck oder ein Gesicht \
        freigibt, daher hat xign keinen biometrischen Faktor: Verwenden Sie die PIN, oder verbinden Sie ein Telefon \
        mit xign activation new
        """
    }
    var hasPIN: Text { "dieses Gerät hat den Faktor pin schon; die PIN ändert xign pin change" }
    var hasDevice: Text { "dieses Gerät hat den Faktor device schon" }
    var notYet: Text { "diesen Faktor unterstützt noch kein Manager" }
    func unknown(_ name: String, nearest: String?) -> Text {
        "\(name) ist kein Faktor; \(nearest.map { "meinten Sie \($0)?" } ?? "der Faktor heißt biometric")"
    }
    func notOfXign(_ name: String) -> Text { "\(name) ist kein Faktor von xign; die Faktoren sind device und pin" }
}
