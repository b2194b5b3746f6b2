import Terminal
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

extension Command {
    /// `evidence`.
    static let evidence = Command(
        "evidence", "Signed statements, for readers without the manager.",
        subcommands: [.evidenceExport, .evidenceVerify])

    /// `evidence export FILE PROCESS...`.
    private static let evidenceExport: Command = {
        let file = Parameter<String>.argument(
            "FILE", "The new file, which only you can read; - for standard output.", completion: .files)
        let processes = Parameter<[SessionID]>.options(
            "process", "ID", "A process that was confirmed; may be repeated.", parse: { SessionID(text: $0) })
        return Command(
            "export", "Export signed statements with the keys that verify them.",
            discussion: """
                Exports of the audit log name the process of an event `sessionId`, and that of a second administrator \
                `approvalId`. The file has the statement with the names in it, the device's signature and the user's name. It \
                has nothing by which a PIN could be guessed. Each export is an event of the audit log.
                """, [file, processes, Parameter<Bool>.json],
            examples: ["xignin-manager evidence export ada.json --process Zt4qW0T2TzGkq1sJ0p6jUg"]
        ) { given, console in
            try given.expectFile(given[file])
            let ids = given[processes]
            guard (1...EvidenceFile.maximumStatements).contains(ids.count) else {
                throw Failure(.usage, "name 1 to \(EvidenceFile.maximumStatements) processes with --process")
            }
            try given.withManager { manager in
                let bytes = try ExportEvidence(manager.context)(ids, by: .machine(OperatorName.current))
                let output = try OutputFile(given[file])
                try output.write(bytes)
                try output.finish()
                guard given[file] != "-" else { return }
                try given.print(
                    FileReport(file: given[file], statements: ids.count),
                    or: "Exported the evidence to \(given[file]).", on: console)
            }
        }
    }()

    /// `evidence verify FILE`.
    private static let evidenceVerify: Command = {
        let file = Parameter<String>.argument(
            "FILE", "The exported file; - for standard input.", completion: .files)
        let fingerprint = Parameter<String?>.option(
            "fingerprint", "WORDS", "The fingerprint of the manager's root keys, as its operator publishes it.",
            parse: { $0 })
        let keyMaterial = Parameter<String?>.option(
            "key-material", "FILE", "Key material that you trust, instead of a fingerprint.", completion: .files,
            parse: { $0 })
        let json = Parameter.json
        return Command(
            "verify", "Verify exported statements, without database and data folder.",
            discussion: """
                The fingerprint is the one that held at the time of the export. Take it, or key material, from the operator, \
                never from whoever gives you the file. Newer key material also refuses what thieves of former root keys have \
                signed. The exit status is 2 if the file proves nothing.
                """, [file, fingerprint, keyMaterial, json],
            examples: ["xignin-manager evidence verify ada.json --key-material key-material.json"]
        ) { given, console in
            let trusted: KeyMaterialChain?
            if let path = given[keyMaterial] {
                do { trusted = try EvidenceFile.keyMaterial(parsing: try InputFile.read(path)) } catch {
                    guard error is EvidenceRefusal else { throw error }
                    throw Failure(.noInput, "\(path) has no key material that verifies itself")
                }
            } else {
                trusted = nil
            }
            let fingerprints = Set([given[fingerprint]].compactMap { $0 })
            guard trusted != nil || !fingerprints.isEmpty else {
                throw Failure(
                    .usage,
                    "--fingerprint or --key-material is missing: anybody can make a file that is right under other keys"
                )
            }
            let bytes = try InputFile.read(given[file])
            let verified: [VerifiedEvidence]
            do throws(EvidenceRefusal) {
                if let trusted {
                    verified = try EvidenceFile.verify(bytes, keyMaterial: trusted)
                } else {
                    verified = try EvidenceFile.verify(bytes, fingerprints: fingerprints)
                }
            } catch {
                throw Failure(.notVerified, "the file proves nothing: \(error.explanation)")
            }
            if given[json] { return try console.print(json: verified.map { EvidenceLine($0) }) }
            for evidence in verified { console.print(evidence) }
        }
    }()
}

extension EvidenceRefusal {
    fileprivate var explanation: Text {
        switch self {
        case .malformed: "it is no evidence file, or it is damaged"
        case .otherKeys: "its keys are not those that you trust"
        case .unsignedAssertion: "the manager that you trust has not signed it"
        case .wrongDeviceSignature: "the device's signature, statement and time do not belong together"
        }
    }
}

extension Console {
    fileprivate func print(_ evidence: VerifiedEvidence) {
        let (assertion, statement) = (evidence.assertion, evidence.statement)
        // Names are anybody's text.
        func row(_ text: Text) { text.broken(indent: 14).forEach { print($0) } }
        print("Process \(assertion.process) at \(assertion.issuer)")
        print("  confirmed   \(Timestamp(seconds: assertion.confirmedAt).iso8601)")
        row("  user        \(assertion.user), id \(assertion.userId)")
        print("  device      \(assertion.activationId)")
        print("  purpose     \(statement.purpose.rawValue)")
        row("  service     \(statement.service.name), \(statement.serviceOrigin)")
        row("  in the role \(statement.role.name) of \(statement.organization.name)")
        if case .transaction(let text) = statement.subject {
            for part in text.parts { row("  signed text \(part.text)") }
        }
        for attribute in statement.attributes { print("  attribute   \(attribute.name)") }
        print("Proved:")
        print("  The key of the device has signed exactly this statement.")
        print(
            """
              The manager that you trust says that at this time the device was one of this user, and that it has \
            verified the signatures of \(assertion.factors.map(\.rawValue).joined(separator: " and ")).
            """)
        print("Not proved:")
        print("  That a certain person held the device, understood the text, or consented freely.")
        print("  Who the person behind the user's name is.")
        print("  The user's name and id, but by the manager's database at the time of the export.")
        print(
            """
              The time, but by the manager's own word and clock. It is within the statement's own time, from \
            \(Timestamp(seconds: statement.issuedAt).iso8601) to \(Timestamp(seconds: statement.expiresAt).iso8601).
            """)
        print(
            """
              Anything, should the manager's online key of epoch \(evidence.epoch) have been stolen, or the root keys that \
            you trust.
            """)
    }
}

/// The JSON of `evidence verify`.
private struct EvidenceLine: Encodable {
    let issuer: String
    let process: String
    let confirmedAt: String
    let exportedAt: String
    let user: String
    let userId: String
    let activationId: String
    let factors: [String]
    let purpose: String
    let service: String
    /// The statement that was signed: JSON as text.
    let statement: String
    let epoch: Int64
    let kid: String

    init(_ evidence: VerifiedEvidence) {
        let assertion = evidence.assertion
        (issuer, process) = (assertion.issuer, assertion.process.description)
        confirmedAt = Timestamp(seconds: assertion.confirmedAt).iso8601
        exportedAt = Timestamp(seconds: assertion.exportedAt).iso8601
        (user, userId, activationId) = (assertion.user, assertion.userId, assertion.activationId.description)
        factors = assertion.factors.map(\.rawValue)
        (purpose, service) = (evidence.statement.purpose.rawValue, evidence.statement.service.name)
        statement = String(decoding: evidence.payload, as: UTF8.self)
        (epoch, kid) = (evidence.epoch, evidence.keyIdentifier)
    }
}
