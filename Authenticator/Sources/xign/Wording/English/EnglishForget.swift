import Terminal

struct EnglishForget: ForgetWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Give up this device's activation at a manager.",
            discussion: """
                The manager revokes the activation, and this device removes its keys, even if the manager cannot be \
                reached. Your account remains, and the manager remains trusted. To log in from this device again, you \
                need a new activation.
                """)
    }
    var manager: String { "The manager, named as in xign accounts." }
    func consequences(for account: String, at manager: String) -> [Text] {
        [
            "This device can no longer log in as \(account, .bold) at \(manager).",
            "Its keys are removed permanently. The account itself is not deleted.",
        ]
    }
    func pending(at manager: String) -> Text {
        "The activation at \(manager) is pending: the manager may have it. Its keys are removed permanently."
    }
    func notActivated(at manager: String) -> Text {
        "This device is not activated at \(manager). Keys of an interrupted activation, if any, are removed."
    }
    var question: Text { "Give up this activation?" }
    var declined: Text { "nothing was changed" }
    var revoked: Text { "Revoked at the manager, and removed from this device." }
    var removedHereAlone: Text {
        """
        Removed from this device. \("The manager was not told", .yellow): it could not be reached, did not have the \
        activation, or the keys could not be used. Ask its operator to revoke the activation.
        """
    }
}
