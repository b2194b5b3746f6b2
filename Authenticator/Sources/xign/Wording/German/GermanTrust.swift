import Terminal

struct GermanTrust: TrustWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Vertraut einem Manager, nachdem Sie den Fingerabdruck seiner Schlüssel verglichen haben.",
            discussion: """
                Holen Sie den Fingerabdruck vom Betreiber auf einem anderen Weg als das Schlüsselmaterial: von seiner \
                Website, per Brief, persönlich. Mit dem falschen Schlüsselmaterial würden Sie sich beim Manager eines \
                Angreifers anmelden. Steht eine Zahl bei den Wörtern, vergleichen Sie auch diese: Der Betreiber hat dann \
                gestohlene Schlüssel ersetzt, welche dieselben Wörter und eine ältere Epoche haben.
                """)
    }
    var source: String { "Die Adresse des Managers, oder eine Datei mit seinem Schlüsselmaterial." }
    var fingerprint: String { "Die veröffentlichten Wörter; xign vergleicht sie, ohne Sie zu fragen." }
    var epoch: String { "Die veröffentlichte Zahl der Epoche. Eine ältere wird abgelehnt, eine spätere nicht." }

    func manager(_ idmIdentifier: String) -> Text { "Manager:        \(idmIdentifier)" }
    func fingerprint(_ words: String) -> Text { "Fingerabdruck:  \(words, .bold)" }
    func epoch(_ number: Int64, since day: String?) -> Text {
        "Epoche:         \(number)\(number == 1 ? ", die erste" : day.map { ", seit \($0)" } ?? "")"
    }
    func changed(_ known: String) -> Text {
        "die Schlüssel des Managers haben sich geändert; bisher: \(known). Fragen Sie den Betreiber nach dem Grund."
    }
    var question: Text { "Hat der Betreiber diese Wörter veröffentlicht, und diese Epoche, falls eine dabeisteht?" }
    var declined: Text { "diesem Manager vertrauen Sie nicht; es wurde nichts gespeichert" }
    var differs: Text {
        "der Fingerabdruck ist ein anderer: Das ist nicht der erwartete Manager; es wurde nichts gespeichert"
    }
    func older(_ epoch: Int64, than published: Int64) -> Text {
        """
        das Schlüsselmaterial ist aus der Epoche \(epoch), und der Betreiber hat \(published) veröffentlicht: Seine \
        Schlüssel wurden seitdem ersetzt, und jemand kann sie gestohlen haben. Holen Sie das neueste; es wurde nichts \
        gespeichert
        """
    }
    var noTerminal: Text {
        """
        es gibt kein Terminal, um den Fingerabdruck zu vergleichen: Geben Sie die veröffentlichten Wörter mit \
        --fingerprint an
        """
    }
    var alreadyTrusted: Text { "Diesem Manager vertrauen Sie schon." }
    var trusted: Text { "Sie vertrauen diesem Manager. So verbinden Sie dieses Gerät: xign activate CODE" }
}
