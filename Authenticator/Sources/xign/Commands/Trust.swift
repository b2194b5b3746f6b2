import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `trust SOURCE`.
    static func trust(_ words: any Wording) -> Command {
        let source = Parameter<String>.argument(
            "SOURCE", "The manager's address, or a file with its key material.", completion: .files)
        let fingerprint = Parameter<String?>.option(
            "fingerprint", "WORDS", "The published words, to compare without asking you.")
        return Command(
            "trust", "Trust a manager after comparing the fingerprint of its root keys.",
            discussion: """
                Get the fingerprint from the operator on another channel than the key material: from the operator's \
                website, by letter, in person. With the wrong key material, you would log in at an attacker's manager.
                """,
            [source, fingerprint]
        ) { given, console in
            let document = try KeyMaterialSource(text: given[source], network: given.network).read()
            let manager = try explaining { try KeyMaterialInformation(document) }
            let known = try given.home.sdk().managers.first { $0.idmIdentifier == manager.idmIdentifier }
            console.print("Manager:      \(manager.idmIdentifier)")
            console.print("Fingerprint:  \(manager.fingerprint, .bold)")
            if let known, known.fingerprint != manager.fingerprint {
                console.report(
                    "xign: the manager's root keys have changed; so far: \(known.fingerprint). Ask the operator why."
                )
            }
            try manager.confirm(given[fingerprint], console)
            if known?.fingerprint == manager.fingerprint { return console.print("This manager is already trusted.") }
            // Refuses key material that conflicts with another trusted manager, before storing it.
            if known == nil { _ = try given.home.sdk(with: document) }
            try given.home.trusted.store(document, of: manager.idmIdentifier)
            console.print("Trusted. To activate this device: xign activate CODE")
        }
    }
}

extension KeyMaterialInformation {
    /// Compares the fingerprint with the published words, or asks the person to compare.
    fileprivate func confirm(_ published: String?, _ console: Console) throws {
        if let published {
            guard Self.words(published) == Self.words(fingerprint) else {
                throw Failure(
                    .protocolViolated,
                    "the fingerprint differs: this is not the manager that you expect; nothing was stored")
            }
            return
        }
        do {
            guard try console.confirm("Are these the words that the operator published?") else {
                throw Failure(.declined, "not trusted; nothing was stored")
            }
        } catch InputError.noTerminal {
            throw Failure(
                .noInput,
                "there is no terminal to compare the fingerprint on: give the published words with --fingerprint")
        }
    }

    /// Splits a fingerprint into words, ignoring case and separators.
    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter }
    }
}
