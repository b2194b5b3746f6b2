import Terminal

struct GermanAccounts: AccountsWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Zeigt die Konten, mit denen dieses Gerät verbunden ist.",
            discussion: "Die anderen Geräte eines Kontos zeigt xign activation list.")
    }
    var columns: [Text] { ["MANAGER", "KONTO", "GERÄT", "FAKTOREN", "SCHLÜSSEL"] }
    var pending: Text { "(unvollständig)" }
    func pending(at manager: String) -> Text {
        """
        die Verbindung mit \(manager) ist unvollständig, denn sie wurde unterbrochen oder ließ sich nicht speichern: \
        Rufen Sie dasselbe xign activate noch einmal auf, wenn wieder Platz ist
        """
    }
    var none: Text { "Dieses Gerät ist noch mit keinem Konto verbunden. So verbinden Sie es: xign activate CODE" }

    var noneYet: Text { "dieses Gerät ist noch mit keinem Konto verbunden: Verwenden Sie xign activate CODE" }
    func several(_ managers: [String]) -> Text {
        """
        dieses Gerät ist mit mehreren Managern verbunden: Wählen Sie einen mit --manager \
        \(managers.joined(separator: " oder "))
        """
    }
    func notActivated(at manager: String, nearest: String?) -> Text {
        let advice: Text =
            nearest.map { "meinten Sie \($0)?" } ?? "siehe xign accounts; so verbinden Sie es: xign activate CODE"
        return "dieses Gerät ist nicht mit \(manager) verbunden; \(advice)"
    }
}
