import Terminal

struct GermanLogin: LoginWording {
    func help(attributes: [String]) -> CommandHelp {
        CommandHelp(
            summary: "Meldet Sie bei einer Website an, die einen QR-Code oder einen Link zeigt.",
            discussion: """
                Zeigt die Website und die Daten, die sie verlangt, bevor Sie etwas bestätigen. Prüfen Sie, ob die \
                Adresse die der Website vor Ihnen ist: Ein Angreifer könnte Ihnen den Code seiner eigenen Anmeldung \
                schicken, um als Sie angemeldet zu sein. Darum zeigt die Seite zwei Ziffern, wenn Sie den Text oder \
                den Link eines QR-Codes angeben, und Sie geben sie ein. Ein Bild des Codes braucht keine Ziffern, \
                ebenso wenig ein Text, den Sie mit --scanned angeben, weil Sie ihn selbst gescannt haben. Manche \
                Websites nehmen nur gescannte Codes an.

                Der Link „In der App öffnen“ auf der Anmeldeseite gehört zum Browser auf diesem Gerät. Nach der \
                Anmeldung öffnet xign diesen Browser, oder zeigt die Adresse, die Sie darin öffnen.

                Eine Website kann Ihre Daten vom Manager verlangen. xign fragt Sie nach fehlenden Angaben, die der \
                Manager dann speichert; welchen Wert Sie wollen, wenn Sie mehrere haben; und ob freiwillige Angaben \
                gesandt werden. Die Optionen --set, --alias, --include und --without beantworten diese Fragen vorab. \
                Mit --yes fragt xign nichts: Freiwillige Angaben ohne Option bleiben weg, und ist dann noch etwas \
                offen, endet die Anmeldung.

                Daten: \(attributes.joined(separator: ", ")). birthdate hat die Form JJJJ-MM-TT; address hat die Form \
                „Straße 1; 51147; Köln; DE“, vor dem Land kann eine Region stehen. \
                Ohne Postleitzahl bleibt ihr Teil leer.
                """)
    }
    var scanned: String { "CODE ist Text, den Sie selbst vom QR-Code auf der Seite gescannt haben." }

    // MARK: Shared options

    var role: String { "Die Rolle, in der Sie sich anmelden, wenn Sie mehrere haben." }
    var set: String {
        """
        Gibt fehlende Daten an. NAME=- liest sie von der Standardeingabe, eine Zeile je Option in ihrer Reihenfolge: \
        Andere Benutzer können die Argumente eines Befehls sehen.
        """
    }
    var alias: String { "Wählt einen von mehreren gespeicherten Werten nach seiner Bezeichnung." }
    var include: String { "Sendet freiwillige Daten oder erteilt eine Erlaubnis, nach dem Namen in der Anfrage." }
    var without: String { "Lässt freiwillige Daten weg." }
    var factors: String {
        "Die Faktoren, etwa pin,device. Sonst: die erste Kombination, die dieses Gerät kann."
    }
    var isAgreed: String { "Meldet Sie an, ohne zu fragen, auch nicht nach Daten. Erteilt keine Erlaubnis." }
    var isDeclined: String { "Zeigt die Anfrage und bricht dann die Anmeldung ab." }
    var isForeign: String {
        "Zeigt die Anfrage, bricht die Anmeldung ab und meldet, dass nicht Sie sie begonnen haben."
    }
    var pinStdin: String { "Liest die PIN von der Standardeingabe, als eine Zeile nach den Werten für --set." }
    var declinedTwice: Text { "geben Sie nur eine der Optionen --decline und --not-me an" }

    // MARK: Conversation

    func askRole(at service: String) -> Text { "Welche Rolle verwenden Sie bei \(service)?" }
    func noRole(_ name: String, roles: [String]) -> Text {
        "die Rolle \(name) haben Sie bei dieser Website nicht; Ihre Rollen: \(roles.joined(separator: ", "))"
    }
    func loggedIn(at service: String) -> Text { "\("Angemeldet", .green) bei \(service). Weiter im Browser." }
    func confirmed(at service: String) -> Text { "\("Bestätigt", .green) bei \(service)." }
    var continueInBrowser: Text { "Weiter im Browser, dort wird die Anmeldung abgeschlossen." }
    var openAddress: Text {
        "Öffnen Sie diese Adresse innerhalb einer Minute in dem Browser, in dem Sie begonnen haben:"
    }
    func failedAttempts(_ count: Int) -> Text {
        """
        \("Fehlversuche seit Ihrer letzten Anmeldung: \(count).", .yellow) Waren das nicht Ihre, dann verwendet jemand \
        anderes dieses Gerät: Sagen Sie es dem Betreiber.
        """
    }
}
