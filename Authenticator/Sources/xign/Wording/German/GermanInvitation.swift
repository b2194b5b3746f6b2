import Terminal

struct GermanInvitation: InvitationWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Nimmt die Einladung einer Organisation mit dem Konto an, das Sie haben.",
            discussion: """
                Ihr Konto erhält die Rollen der Einladung und die E-Mail-Adresse, an die sie ging. Sie brauchen den Code \
                der Einladung und ihre PIN, die Sie getrennt davon erhalten haben, und die PIN dieses Geräts. Ohne \
                Konto bei diesem Manager verwenden Sie xign activate.
                """)
    }
    var code: String { "Ein Bild des QR-Codes, ein Link oder der Text des Codes. Fehlt er, dann fragt xign." }
    var pinStdin: String {
        "Liest die PIN der Einladung, dann die dieses Geräts von der Standardeingabe, je eine Zeile."
    }
    var askCode: Text { "Code, Link oder Pfad eines Bildes:" }
    var askPIN: Text { "PIN der Einladung:" }
    var accepted: Text { "Die Einladung ist \("angenommen", .green). Ihr Code gilt nicht mehr." }
    func noAccountYet(at idmIdentifier: String) -> Text {
        """
        dieses Gerät ist noch nicht mit \(idmIdentifier) verbunden: Verwenden Sie xign activate mit demselben Code, \
        das nimmt die Einladung an
        """
    }
}
