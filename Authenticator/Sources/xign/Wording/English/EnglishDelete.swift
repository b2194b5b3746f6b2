import Terminal

struct EnglishDelete: DeleteWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Delete your account at a manager. This cannot be undone.",
            discussion: """
                The manager removes the account, your data, and all devices and codes of the account. Accounts that \
                websites have made for you stay there, and you can no longer reach them with this account. The manager \
                keeps hashes of what you confirmed, which contain no data of yours.

                To keep the account and give up only this device, use xign forget.
                """)
    }
    var isAgreed: String { "Do not ask for confirmation, and remove the keys of this device as well." }
    var lastAdministrator: Text { "you are the last administrator: ask another person to become one" }
    var askName: Text { "Type the name of the account to delete it, or press Return to cancel:" }
    var otherName: Text { "This is not the name of the account." }
    func unknown(at manager: String) -> Text {
        """
        The account may have been deleted. To see whether it exists: xign activation list; if it does not: xign forget \
        \(manager)
        """
    }
    var deleted: Text { "The account is \("deleted", .green)." }
    var askForget: Text { "Remove the keys of this device, too? They have no use without the account." }
    func forgetLater(_ manager: String) -> Text { "To remove them later: xign forget \(manager)" }
    var keysRemoved: Text { "The keys are removed from this device." }
}
