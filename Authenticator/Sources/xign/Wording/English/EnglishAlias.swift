import Terminal

struct EnglishAlias: AliasWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Show or revoke the choices between several of your values.",
            discussion: """
                If you have several values of an attribute, such as two email addresses, you choose one of them once for \
                each website. The manager remembers the choice by the value's alias.
                """)
    }
    var listHelp: CommandHelp { CommandHelp(summary: "List the remembered choices.") }
    var forgetHelp: CommandHelp { CommandHelp(summary: "Revoke a choice: the next login asks again.") }
    var service: String { "The service, named as in xign alias list." }
    var attribute: String { "The attribute, named as in xign alias list." }

    var columns: [Text] { ["SERVICE", "ATTRIBUTE", "ALIAS", "MANAGER"] }
    var none: Text { "No choices are remembered." }
    func forgotten(_ attribute: String, of service: String) -> Text {
        "The next login at \(service) offers all values of \(attribute) again."
    }
    func severalManagers(_ service: String) -> Text {
        "several managers have a service \(service): choose one with --manager"
    }
    func severalServices(_ service: String, ids: [String]) -> Text {
        "several services have the name \(service): give \(ids.joined(separator: " or ")) instead"
    }
    func missing(_ name: String, nearest: String?) -> Text {
        "no choice is remembered for \(name); \(nearest.map { "did you mean \($0)?" } ?? "see xign alias list")"
    }
}
