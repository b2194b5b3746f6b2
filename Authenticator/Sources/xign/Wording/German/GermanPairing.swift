import Terminal

struct GermanPairing: PairingWording {
    var option: String {
        """
        Die zwei Ziffern, die die Seite zeigt, wenn CODE geöffnet und nicht gescannt wurde. „-“ liest sie von der \
        Standardeingabe, als eine Zeile vor der PIN: Die Seite zeigt sie erst, wenn xign begonnen hat.
        """
    }

    func explanation(_ undertaking: Undertaking) -> [Text] {
        [
            undertaking == .login
                ? "Sie haben den Code geöffnet, nicht gescannt. Darum zeigt die Anmeldeseite jetzt zwei Ziffern."
                : "Sie haben den Code geöffnet, nicht gescannt. Darum zeigt die Seite im Browser jetzt zwei Ziffern.",
            "Geben Sie die Ziffern der Seite ein, die Sie selbst geöffnet haben. Hat Ihnen jemand den Code geschickt,",
            "dann antworten Sie mit x.",
        ]
    }

    var ask: Text { "Ziffern [n = nein, x = das habe ich nicht begonnen]:" }
    var notDigits: Text { "das sind nicht zwei Ziffern; es wurde nichts gesandt" }
    var unasked: Text {
        "die Seite zeigt jetzt zwei Ziffern: Rufen Sie den Befehl gleich noch einmal auf, mit --pairing und den Ziffern"
    }
}
