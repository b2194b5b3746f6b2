import Terminal

struct GermanProgram: ProgramWording {
    var summary: String { "Anmelden ohne Passwort, vom Terminal aus." }

    var exitStatuses: [(ExitStatus, String)] {
        [
            (0, "erledigt"),
            (1, "abgelehnt"),
            (2, "QR-Code abgelaufen"),
            (3, "Anmeldung oder Code vorbei, verbraucht oder unbekannt"),
            (4, "Anmeldung von einem anderen Gerät übernommen"),
            (5, "Befund von xign check"),
            (64, "Befehlszeile falsch"),
            (65, "Bild, Code, Schlüsselmaterial, PIN, Name, Daten, Dienstdatei oder Nonce nicht verwendbar"),
            (66, "Datei fehlt, oder kein Terminal für Fragen"),
            (67, "Manager nicht vertraut, oder Gerät nicht verbunden"),
            (69, "Manager nicht erreichbar, oder seinem Zertifikat nicht vertraut"),
            (75, "für einige Zeit gesperrt, oder Gerät zu neu"),
            (76, "Antwort verletzt das Protokoll"),
            (77, "nicht erlaubt, oder dauerhaft gesperrt"),
            (78, "Ordner oder Schlüssel nicht verwendbar, xign zu alt, oder Faktor oder Schlüsselspeicher fehlt hier"),
        ]
    }

    var home: String { "Der Ordner für Verbindungen und Schlüssel. Sonst: $XIGN_HOME oder ~/.xign." }
    var authorityFile: String {
        "Zertifikate (PEM) weiterer Zertifizierungsstellen, denen für HTTPS vertraut wird. Sonst: $XIGN_CA_FILE."
    }
    var manager: String { "Der Manager, wie xign accounts ihn nennt. Nur nötig, wenn es mehrere gibt." }
    var onlyManager: String { "Nur bei diesem Manager, wie xign accounts ihn nennt." }
    var isAgreed: String { "Fragt nicht nach einer Bestätigung." }
    var code: String {
        "Ein Bild des QR-Codes (PNG oder JPEG; - für die Standardeingabe), ein Link oder der Text des Codes."
    }
    var json: String { "Gibt JSON für Programme aus." }
    var pinStdin: String { "Liest die PIN als eine Zeile von der Standardeingabe." }
}
