import Terminal
import XignSDK

struct GermanCheck: CheckWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Prüft dieses Gerät auf Spuren von Manipulation, und wo es seine Schlüssel hat.",
            discussion: """
                Der Manager erfährt die Befunde bei jeder Anmeldung, und eine Website kann das Gerät ihretwegen \
                ablehnen. Die Prüfung braucht weder Konto noch Netz. Sie findet nur, was sich nicht verbirgt: Eine \
                Bibliothek, die $LD_PRELOAD geladen hat, findet sie auch, wenn sie die Variable entfernt hat, aber \
                nicht, wenn sie den Speicher überschrieben hat, in dem die Variable stand. Kein Befund ist kein Beweis.

                Wo ein TPM verwendbar ist, macht die Prüfung darin Schlüssel, wie xign activate es tut, und verwirft sie.

                Der Exit-Status ist 0 ohne Befund, 5 mit Befund, und 78, wenn es keinen gibt, aber das TPM mit den \
                Schlüsseln dieses Geräts nicht verwendbar ist.
                """)
    }

    var system: Text { "System:" }
    var patchLevel: Text { "Patch-Stand:" }
    var checks: Text { "Prüfungen:" }
    func version(_ number: Int32) -> Text { "Version \(number)" }
    var superuser: Text { "Superuser:" }
    func isSuperuser(_ isRooted: Bool) -> Text { isRooted ? Text("ja", .yellow) : "nein" }
    var foreignCode: Text { "Fremder Code:" }
    func isForeign(_ isHooked: Bool) -> Text { isHooked ? Text("gefunden", .yellow) : "keiner gefunden" }
    var keys: Text { "Schlüssel:" }
    func noKeysYet(_ store: KeyStoreType) -> Text {
        "noch keine; sie entstehen mit xign activate \(GermanStorage().place(store))"
    }
    var filesDespiteTPM: Text {
        "in Dateien; wenn Sie das Gerät neu verbinden, ist das TPM möglich: siehe xign activate --help"
    }
    var tpm: Text { "TPM:" }
    var tpmReady: Text { "bereit" }

    var superuserExplained: Text {
        """
        Superuser: xign läuft als root. Alles andere, was als root läuft, kann seine
        Schlüssel verwenden und Ihre PIN lesen. Rufen Sie xign als gewöhnlicher Benutzer
        auf, ohne sudo. Dieser Benutzer verbindet das Gerät selbst.
        """
    }
    var foreignCodeExplained: Text {
        """
        Fremder Code: Ein Debugger oder Tracer beobachtet xign, oder eine Bibliothek
        wurde hineingeladen ($LD_PRELOAD, $LD_AUDIT oder die Datei /etc/ld.so.preload).
        Sie kann Ihre PIN lesen und ändern, was xign zeigt. Gehört das Ihnen, dann
        beenden Sie den Debugger, entfernen Sie die Variablen, und prüfen Sie noch
        einmal. Sonst geben Sie an diesem Computer keine PIN ein, und fragen Sie den
        Administrator.
        """
    }
    func findings(isRooted: Bool, isHooked: Bool) -> Text {
        let finding: Text =
            switch (isRooted, isHooked) {
            case (true, true): "xign läuft als Superuser und mit fremdem Code"
            case (true, false): "xign läuft als Superuser"
            case (false, _): "in xign wurde fremder Code gefunden"
            }
        return "Websites können dieses Gerät ablehnen: \(finding)"
    }
}
