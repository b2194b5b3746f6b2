import Foundation
import Terminal
import XignSDK

extension Command {
    /// The command `trust SOURCE`.
    static func trust(_ words: any Wording) -> Command {
        let help = words.trust.help
        let source = Parameter<String>.argument("SOURCE", words.trust.source, completion: .files)
        let fingerprint = Parameter<String?>.option("fingerprint", "WORDS", words.trust.fingerprint)
        let epoch = Parameter<Int64?>.option("epoch", "N", words.trust.epoch) { text in
            Int64(text).flatMap { $0 > 0 ? $0 : nil }
        }
        return Command(
            "trust", help.summary, discussion: help.discussion, [source, fingerprint, epoch],
            examples: ["xign trust https://login.example.org"]
        ) {
            given, console in
            let document = try KeyMaterialSource(text: given[source], network: try given.network).read()
            let manager = try explaining { try KeyMaterialInformation(document) }
            let home = try given.home(console, words)
            let known = try home.sdk().managers.first { $0.idmIdentifier == manager.idmIdentifier }
            console.print(words.trust.manager(manager.idmIdentifier))
            console.print(words.trust.fingerprint(manager.fingerprint))
            let day = manager.epochBegan.map { words.time.day(PointInTime($0)) }
            console.print(words.trust.epoch(manager.epoch, since: day))
            if let published = given[epoch], manager.epoch < published {
                throw CommandFailure(.protocolViolated) { $0.trust.older(manager.epoch, than: published) }
            }
            if let known, known.fingerprint != manager.fingerprint {
                console.report("xign: \(words.trust.changed(known.fingerprint))")
            }
            try manager.confirm(given[fingerprint], console, words.trust)
            // A device that a thief of the former online key keeps in its epoch gets the later one here.
            if let known, known.fingerprint == manager.fingerprint, known.epoch >= manager.epoch {
                return console.print(words.trust.alreadyTrusted)
            }
            // Refuses key material that conflicts with another trusted manager, before storing it.
            if known == nil { _ = try home.sdk(with: document) }
            try home.trusted.store(document, of: manager.idmIdentifier)
            console.print(words.trust.trusted)
        }
    }
}

extension KeyMaterialInformation {
    /// Compares the fingerprint with the published words, or asks the person to compare.
    fileprivate func confirm(_ published: String?, _ console: Console, _ words: any TrustWording) throws {
        if let published {
            guard Self.words(published) == Self.words(fingerprint) else {
                throw CommandFailure(.protocolViolated) { $0.trust.differs }
            }
            return
        }
        do {
            guard try console.confirm(words.question) else { throw CommandFailure(.declined) { $0.trust.declined } }
        } catch InputError.noTerminal {
            throw CommandFailure(.noInput) { $0.trust.noTerminal }
        }
    }

    /// Splits a fingerprint into words, ignoring case and separators.
    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter }
    }
}
