import Terminal

struct GermanTransaction: TransactionWording {
    func heading(_ manager: String) -> Text { "\(manager, .bold) bittet Sie zu bestätigen:" }
    var quotes: (opening: Text, closing: Text) { ("„", "“") }
    var advice: [Text] {
        [
            "Die Seite in Ihrem Browser zeigt denselben Text. Wenn nicht, oder wenn Sie das dort nicht verlangt haben,",
            "antworten Sie mit x: Dann geschieht nichts.",
        ]
    }
    var question: Text { "Bestätigen?" }
    var confirmed: Text { "\("Bestätigt.", .green) Machen Sie im Browser weiter." }
    var openAddress: Text {
        "Öffnen Sie diese Adresse innerhalb einer Minute in dem Browser, in dem Sie begonnen haben:"
    }
    var confirmsAct: String {
        "Bestätigt ohne Frage, wenn CODE keine Anmeldung ist, sondern etwa das Entfernen eines Geräts."
    }
    var optionsOfLogin: Text {
        """
        dieser Code bestätigt etwas und ist keine Anmeldung: Lassen Sie --role und die Optionen zu Daten weg
        """
    }
    var agreementToLogins: Text {
        """
        dieser Code bestätigt etwas und ist keine Anmeldung: --yes gilt nur für Anmeldungen. Lesen Sie den Text ohne \
        --yes, oder bestätigen Sie ihn ungelesen mit --confirm-act
        """
    }
}
