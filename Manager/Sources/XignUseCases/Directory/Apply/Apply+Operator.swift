import XignDomain
import XignProtocol
import XignStorage

/// The operator's profile.
extension ApplyRun {
    mutating func apply(_ declared: Declaration.Operator) throws {
        let path = "settings.operator"
        let language = Language(rawValue: declared.language ?? Language.english.rawValue)
        expect(
            language != nil, "\(path).language", Language.allCases.map(\.rawValue).joined(separator: " or "))
        if let help = declared.help {
            expect(
                LinkAddress.isWebsite(help) || LinkAddress.isMailbox(help), "\(path).help",
                "an https address, or mailto: and one mailbox")
        }
        let app = declared.app
        let profile = OperatorProfile(
            name: declared.name.map { partyName($0, "\(path).name") },
            language: language ?? .english, help: declared.help,
            imprint: website(declared.imprint, "\(path).imprint"),
            privacy: website(declared.privacy, "\(path).privacy"),
            app: OperatorProfile.App(
                name: app?.name.map { displayText($0, "\(path).app.name") },
                appStore: website(app?.appStore, "\(path).app.appStore"),
                googlePlay: website(app?.googlePlay, "\(path).app.googlePlay"),
                other: website(app?.other, "\(path).app.other")))
        let old = try transaction.settings.operatorProfile()
        guard isSound, profile != old else { return }
        try transaction.settings.save(profile)
        try record("changed the operator: \(differences(from: old.declared, to: profile.declared))")
    }

    /// Returns a website's address as it was declared; notes an error where pages may not link to it.
    mutating func website(_ address: String?, _ path: String) -> String? {
        if let address { expect(LinkAddress.isWebsite(address), path, "an https address; http only on loopback") }
        return address
    }
}
