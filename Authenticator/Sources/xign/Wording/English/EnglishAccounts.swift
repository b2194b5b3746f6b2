import Terminal

struct EnglishAccounts: AccountsWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "List the accounts for which this device is activated.",
            discussion: "To list the other devices of an account, use xign activation list.")
    }
    var columns: [Text] { ["MANAGER", "ACCOUNT", "DEVICE", "FACTORS", "KEYS"] }
    var pending: Text { "(pending)" }
    func pending(at manager: String) -> Text {
        """
        the activation at \(manager) is pending, since it was interrupted or could not be stored: run the same xign \
        activate again when there is room
        """
    }
    var none: Text { "This device has no activations yet. To activate it: xign activate CODE" }

    var noneYet: Text { "this device has no activations yet: use xign activate CODE" }
    func several(_ managers: [String]) -> Text {
        """
        this device is activated at several managers: choose one with --manager \(managers.joined(separator: " or "))
        """
    }
    func notActivated(at manager: String, nearest: String?) -> Text {
        let advice: Text =
            nearest.map { "did you mean \($0)?" } ?? "see xign accounts; to activate it: xign activate CODE"
        return "this device is not activated at \(manager); \(advice)"
    }
}
