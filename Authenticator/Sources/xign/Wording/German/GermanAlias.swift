import Terminal

struct GermanAlias: AliasWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Zeigt, welche Ihrer Werte Sie gewählt haben, oder nimmt eine Wahl zurück.",
            discussion: """
                Haben Sie mehrere Werte, etwa zwei E-Mail-Adressen, dann wählen Sie für jede Website einmal einen \
                davon. Der Manager merkt sich die Wahl unter der Bezeichnung des Werts.
                """)
    }
    var listHelp: CommandHelp { CommandHelp(summary: "Zeigt, was sich der Manager gemerkt hat.") }
    var forgetHelp: CommandHelp {
        CommandHelp(summary: "Nimmt eine Wahl zurück: Die nächste Anmeldung fragt wieder.")
    }
    var service: String { "Der Dienst, wie xign alias list ihn nennt." }
    var attribute: String { "Die Daten, wie xign alias list sie nennt." }

    var columns: [Text] { ["DIENST", "DATEN", "BEZEICHNUNG", "MANAGER"] }
    var none: Text { "Der Manager hat sich keine Wahl gemerkt." }
    func forgotten(_ attribute: String, of service: String) -> Text {
        "Die nächste Anmeldung bei \(service) bietet zu \(attribute) wieder alles an."
    }
    func severalManagers(_ service: String) -> Text {
        "mehrere Manager haben einen Dienst \(service): Wählen Sie mit --manager"
    }
    func severalServices(_ service: String, ids: [String]) -> Text {
        "mehrere Dienste heißen \(service): Geben Sie stattdessen \(ids.joined(separator: " oder ")) an"
    }
    func missing(_ name: String, nearest: String?) -> Text {
        "zu \(name) ist keine Wahl gemerkt; \(nearest.map { "meinten Sie \($0)?" } ?? "siehe xign alias list")"
    }
}
