import Terminal

struct GermanActivate: ActivateWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Verbindet dieses Gerät mit Ihrem Konto, damit Sie sich mit ihm anmelden können.",
            discussion: """
                Sie brauchen den QR-Code Ihrer Einladung und die Aktivierungs-PIN, die Sie getrennt davon erhalten \
                haben; oder den Code, den ein anderes Ihrer Geräte zeigt, und die PIN, die Sie dafür gewählt haben. \
                Vielleicht müssen Sie eine neue PIN für dieses Gerät wählen. Die PIN wird nicht auf dem Gerät \
                gespeichert; nur der Manager kann sie prüfen.

                Hat dieses Gerät beim Manager schon ein Konto, dann nimmt es die Einladung mit diesem Konto an, wie \
                xign invitation.

                Die Schlüssel dieses Geräts entstehen im TPM, einem Chip, der sie nie herausgibt, oder in Dateien, die \
                jedes Ihrer Programme kopieren kann. Sie lassen sich später nicht verschieben: Wenn Sie das Gerät neu \
                verbinden, entstehen neue. xign verwendet das TPM unter /dev/tpmrm0, oder unter der Adresse in \
                $XIGN_TPM2_TCTI (wie tpm2-tss).
                """)
    }
    var alias: String {
        """
        Der Name dieses Geräts in Ihrem Konto. Sonst: der Name, der eingegeben wurde, als der Code entstand, sonst der \
        Name des Computers.
        """
    }
    var keyStore: String {
        """
        Wo die Schlüssel entstehen: tpm oder file. Sonst: wo dieses Gerät schon Schlüssel hat, sonst im TPM, wenn Sie \
        es schon gewählt haben oder eines verwenden dürfen, sonst in Dateien.
        """
    }
    var pinStdin: String {
        """
        Liest die Aktivierungs-PIN, dann die neue oder jetzige PIN dieses Geräts von der Standardeingabe, je eine Zeile.
        """
    }

    func manager(_ idmIdentifier: String) -> Text { "Manager:     \(idmIdentifier, .bold)" }
    func account(_ name: String) -> Text { "Konto:       \(name, .bold)" }
    func invited(by organization: String) -> Text { "Eingeladen:  von \(organization)" }
    func service(_ name: String) -> Text { "Für:         \(name)" }
    func keys(_ place: Text) -> Text { "Schlüssel:   \(place)" }
    var askActivationPIN: Text { "Aktivierungs-PIN:" }
    func wrongAttempts(_ count: Int) -> Text {
        """
        \("Falsche Aktivierungs-PINs vor dieser: \(count).", .yellow) Haben nicht Sie sie eingegeben, dann hat jemand \
        anderes den Code: Sagen Sie es dem Betreiber.
        """
    }
    func alreadyUsed(_ moment: PointInTime) -> Text {
        """
        dieser Code wurde schon verwendet, am \(GermanTime().minute(moment)): Waren das nicht Sie, dann hat jemand \
        anderes ein Gerät mit Ihrem Konto verbunden; sagen Sie es sofort dem Betreiber
        """
    }
    func hasAccount(_ name: String) -> Text { "Dieses Gerät hat dort schon das Konto \(name)." }
    func activated(for account: String, as device: String) -> Text {
        "Dieses Gerät ist mit dem Konto \(account, .bold) verbunden und heißt \(device)."
    }
    func notStored(at manager: String, _ reason: Text?) -> Text {
        """
        \(manager) hat dieses Gerät vielleicht schon verbunden, aber das lässt sich hier nicht speichern, daher ist die \
        Verbindung unvollständig: Rufen Sie dasselbe noch einmal auf, wenn wieder Platz ist\
        \(reason.map { " (\($0))" } ?? "")
        """
    }
    var keepsEarlierPIN: Text {
        "Ein früherer Aufruf mit diesem Code hatte es begonnen. Es gilt die PIN von damals."
    }
    var keepsPIN: Text { "Seine PIN ist die, die Sie eingegeben haben." }
}
