import Foundation
import Terminal
import XignSDK

extension Command {
    /// `trust FILE|URL`.
    static let trust: Command = {
        let source = Parameter<String>.argument(
            "SOURCE", "A file with key material, or the manager's address.", completion: .files)
        let fingerprint = Parameter<String?>.option(
            "fingerprint", "WORDS", "The words that the operator published; compared instead of asking you.")
        return Command(
            "trust", "Trust a manager, after comparing the fingerprint of its root keys.",
            discussion: """
                Get the fingerprint by another way than the key material: from the operator's website, a letter, in person. Whoever \
                trusts key material that somebody else made logs in at somebody else's manager.


                """ + ExitStatus.explanation,
            [source, fingerprint]
        ) { given, console in
            let document = try KeyMaterialSource(text: given[source], network: given.network).read()
            let manager = try explaining { try KeyMaterialInformation(document) }
            let known = try given.home.sdk().managers.first { $0.idmIdentifier == manager.idmIdentifier }
            console.print("Manager:      \(manager.idmIdentifier)")
            console.print("Fingerprint:  \(manager.fingerprint, .bold)")
            if let known, known.fingerprint != manager.fingerprint {
                console.report(
                    "xign: until now you trusted other root keys of this manager: \(known.fingerprint). Ask the operator why."
                )
            }
            try manager.confirm(given[fingerprint], console)
            if known?.fingerprint == manager.fingerprint { return console.print("It is trusted already.") }
            // Refuses what claims the address or keys of another manager, before anything is stored.
            if known == nil { _ = try given.home.sdk(with: document) }
            try given.home.trusted.store(document, of: manager.idmIdentifier)
            console.print("Trusted. Next: xign activate CODE")
        }
    }()
}

extension KeyMaterialInformation {
    /// Lets the published words decide, or the person; nobody else.
    fileprivate func confirm(_ published: String?, _ console: Console) throws {
        if let published {
            guard Self.words(published) == Self.words(fingerprint) else {
                throw Failure(
                    .protocolViolated,
                    "the fingerprint is another one: this is not the manager that you mean; nothing was stored")
            }
            return
        }
        do {
            guard try console.confirm("Are these the words that the operator published?") else {
                throw Failure(.declined, "not trusted; nothing was stored")
            }
        } catch InputError.noTerminal {
            throw Failure(.noInput, "nobody can compare the fingerprint: give the published one with --fingerprint")
        }
    }

    /// Words, however they are separated and capitalized.
    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter }
    }
}
