import Terminal

struct GermanDevices: DeviceWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Zeigt, verbindet, benennt und entfernt die Geräte Ihres Kontos.",
            discussion: """
                Jedes Gerät hat eigene Schlüssel und eine eigene PIN. Verbinden Sie ein zweites: Wenn Sie Ihr einziges \
                Gerät verlieren, kann nur der Betreiber helfen.
                """)
    }
    var listHelp: CommandHelp {
        CommandHelp(summary: "Zeigt die Geräte Ihres Kontos, und Codes, die auf ihr Gerät warten.")
    }
    var newHelp: CommandHelp {
        CommandHelp(
            summary: "Macht einen Code, der ein weiteres Gerät mit Ihrem Konto verbindet.",
            discussion: """
                Sie bestätigen das mit der PIN dieses Geräts, wählen eine PIN für das neue Gerät und scannen dort den \
                Code. Er gilt einmal und zehn Minuten lang; wer Code und PIN hat, kann sich als Sie anmelden. So nehmen \
                Sie ihn zurück: xign activation revoke.

                Ein neues Gerät kann 24 Stunden lang keine anderen Geräte verbinden oder entfernen, und das Konto nicht \
                löschen.
                """)
    }
    var renameHelp: CommandHelp {
        CommandHelp(
            summary: "Benennt dieses Gerät in Ihrem Konto um.",
            discussion: "Jedes Gerät kann nur sich selbst umbenennen.")
    }
    var revokeHelp: CommandHelp {
        CommandHelp(
            summary: "Entfernt ein anderes Gerät, oder einen Code, der auf sein Gerät wartet, aus Ihrem Konto.",
            discussion: """
                Mit dem Gerät kann man sich nicht mehr anmelden, und Codes, die es für andere Geräte gemacht hat, \
                gelten nicht mehr. Websites, bei denen es angemeldet ist, entscheiden selbst, wann das endet. Dieses \
                Gerät trennen Sie mit xign forget.
                """)
    }
    var newAlias: String { "Der Name des neuen Geräts. Wer es verbindet, kann ihm einen anderen geben." }
    var newPinStdin: String {
        "Liest die PIN dieses Geräts, dann die des neuen von der Standardeingabe, je eine Zeile."
    }
    var newPicture: String {
        """
        Schreibt den QR-Code als PNG-Bild, das nur Sie lesen können. Eine Datei, die es schon gibt, wird nach einer \
        Frage ersetzt.
        """
    }
    var newName: String { "Der neue Name dieses Geräts." }
    var device: String {
        "Das Gerät: sein Name oder der Anfang seiner Kennung, wie xign activation list sie zeigt."
    }

    // MARK: The list

    var inBrowser: Text { "im Browser" }
    var columns: [Text] { ["NAME", "SYSTEM", "ZUSTAND", "KENNUNG", "MANAGER"] }
    func waiting(until time: String) -> Text { "wartet auf sein Gerät bis \(time) Uhr" }
    func inUse(since: PointInTime?, isThisDevice: Bool) -> Text {
        let state: Text = since.map { "seit \(GermanTime().day($0))" } ?? "in Gebrauch"
        return isThisDevice ? "dieses Gerät, \(state)" : state
    }
    func several(_ name: String, _ candidates: [(id: String, state: Text)]) -> Text {
        let ids = candidates.map { "\($0.id) (\($0.state))" as Text }.joined(separator: " oder ")
        return "\(name) kann mehrere Geräte meinen: Geben Sie stattdessen die ganze Kennung an: \(ids)"
    }
    func missing(_ name: String, nearest: String?) -> Text {
        "Ihr Konto hat kein Gerät \(name); \(nearest.map { "meinten Sie \($0)?" } ?? "siehe xign activation list")"
    }
    var isThisDevice: Text { "das ist das Gerät, das Sie gerade verwenden: Trennen Sie es mit xign forget" }

    // MARK: Acts

    func renamed(_ name: String, at manager: String) -> Text {
        "Bei \(manager) heißt dieses Gerät jetzt \(name, .bold)."
    }
    func removed(_ name: String) -> Text { "\(name, .bold) ist aus Ihrem Konto \("entfernt", .green)." }
    var askName: Text { "Name des neuen Geräts, etwa Tablet:" }
    var tooMany: Text {
        """
        Ihr Konto hat schon so viele Geräte oder Codes, wie es haben darf, oder für seine Codes wurden zu viele falsche \
        PINs eingegeben: siehe xign activation list, oder fragen Sie den Betreiber
        """
    }
    var unknown: Text {
        """
        Der Code ist vielleicht entstanden, aber niemand hat ihn. Er gilt nur zehn Minuten. Rufen Sie den Befehl noch \
        einmal auf, um einen anderen zu machen
        """
    }
    var scan: Text {
        "Scannen Sie diesen Code mit dem neuen Gerät, und geben Sie dort die PIN ein, die Sie dafür gewählt haben."
    }
    func inPicture(_ file: String) -> Text { "Der Code ist in \(file)." }
    func validUntil(_ time: String) -> Text { "Er gilt einmal, bis \(time) Uhr." }
    var openLink: Text { "Oder öffnen Sie dort diesen Link:" }
    func withXign(_ manager: String) -> Text { "Mit xign auf dem neuen Gerät, das \(manager) vertrauen muss:" }

    // MARK: Names

    var noName: Text { "der Name fehlt" }
    func tooLong(bytes limit: Int) -> Text { "der Name ist zu lang: höchstens \(limit) Bytes" }
}
