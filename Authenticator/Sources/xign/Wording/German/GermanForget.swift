import Terminal

struct GermanForget: ForgetWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Trennt dieses Gerät von einem Manager.",
            discussion: """
                Der Manager sperrt das Gerät, und das Gerät entfernt seine Schlüssel, auch wenn der Manager nicht \
                erreichbar ist. Ihr Konto bleibt, und Sie vertrauen dem Manager weiterhin. Um sich wieder mit diesem \
                Gerät anzumelden, müssen Sie es neu verbinden.
                """)
    }
    var manager: String { "Der Manager, wie xign accounts ihn nennt." }
    func consequences(for account: String, at manager: String) -> [Text] {
        [
            "Mit diesem Gerät können Sie sich dann nicht mehr als \(account, .bold) bei \(manager) anmelden.",
            "Seine Schlüssel werden für immer entfernt. Das Konto selbst bleibt.",
        ]
    }
    func pending(at manager: String) -> Text {
        """
        Die Verbindung mit \(manager) ist unvollständig: Vielleicht kennt der Manager das Gerät schon. Seine Schlüssel \
        werden für immer entfernt.
        """
    }
    func notActivated(at manager: String) -> Text {
        """
        Dieses Gerät ist nicht mit \(manager) verbunden. Schlüssel eines abgebrochenen Versuchs werden entfernt, falls \
        es welche gibt.
        """
    }
    var question: Text { "Das Gerät trennen?" }
    var declined: Text { "es wurde nichts geändert" }
    var revoked: Text { "Beim Manager gesperrt und von diesem Gerät entfernt." }
    var removedHereAlone: Text {
        """
        Von diesem Gerät entfernt. \("Der Manager weiß nichts davon", .yellow): Er war nicht erreichbar oder kannte das \
        Gerät nicht, oder die Schlüssel waren nicht verwendbar. Bitten Sie den Betreiber, das Gerät zu sperren.
        """
    }
}
