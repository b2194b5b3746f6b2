import Terminal

struct EnglishTrust: TrustWording {
    var help: CommandHelp {
        CommandHelp(
            summary: "Trust a manager after comparing the fingerprint of its root keys.",
            discussion: """
                Get the fingerprint from the operator on another channel than the key material: from the operator's \
                website, by letter, in person. With the wrong key material, you would log in at an attacker's manager. \
                If a number stands beside the words, compare it, too: the operator has replaced stolen keys, which have \
                the same words and an older epoch.
                """)
    }
    var source: String { "The manager's address, or a file with its key material." }
    var fingerprint: String { "The published words, to compare without asking you." }
    var epoch: String { "The published number of the epoch. An older one is refused, a later one is not." }

    func manager(_ idmIdentifier: String) -> Text { "Manager:      \(idmIdentifier)" }
    func fingerprint(_ words: String) -> Text { "Fingerprint:  \(words, .bold)" }
    func epoch(_ number: Int64, since day: String?) -> Text {
        "Epoch:        \(number)\(number == 1 ? ", the first one" : day.map { ", since \($0)" } ?? "")"
    }
    func changed(_ known: String) -> Text {
        "the manager's root keys have changed; so far: \(known). Ask the operator why."
    }
    var question: Text { "Are these the words that the operator published, and the epoch, if one stands with them?" }
    var declined: Text { "not trusted; nothing was stored" }
    var differs: Text {
        "the fingerprint differs: this is not the manager that you expect; nothing was stored"
    }
    func older(_ epoch: Int64, than published: Int64) -> Text {
        """
        the key material is of epoch \(epoch), and the operator published \(published): its keys were replaced since, \
        and somebody may have stolen them. Get the newest one; nothing was stored
        """
    }
    var noTerminal: Text {
        "there is no terminal to compare the fingerprint on: give the published words with --fingerprint"
    }
    var alreadyTrusted: Text { "This manager is already trusted." }
    var trusted: Text { "Trusted. To activate this device: xign activate CODE" }
}
