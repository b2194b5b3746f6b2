import Terminal
import XignDomain
import XignServer
import XignUseCases

extension ExitStatus {
    /// The status of a verification that has failed.
    static let notVerified: ExitStatus = 2
}

extension Command {
    /// `audit verify`.
    static let auditVerify: Command = {
        let heads = Parameter<[String]>.options(
            "head", "FILE", "A head that was published; may be repeated.", completion: .files, parse: { $0 })
        let json = Parameter.json
        return Command(
            "verify", "Verify the chain of the audit log.",
            discussion: """
                Names the first event or link that is not as it was linked, and the newest events, which are not linked yet. \
                Names devices that are active although a linked event has ended them, and PINs that are not those of the \
                last signed change. The exit status is 2 if the chain does not hold, if there are such devices, or if \
                events have waited for more than ten minutes for their place in the chain. With the heads that you have published, it also finds a chain that was cut or made \
                anew.
                """, [heads, json], examples: ["xignin-manager audit verify --head head.txt"]
        ) { given, console in
            let texts = try given[heads].map { path in
                let text = String(decoding: try InputFile.read(path), as: UTF8.self)
                return text.hasSuffix("\n") ? String(text.dropLast()) : text
            }
            try given.withManager { manager in
                let report = try console.showingWork {
                    try VerifyAudit(manager.context)(heads: texts, reporting: $0)
                }
                if given[json] { try console.print(json: AuditReportLine(report)) } else { console.print(report) }
                if let first = report.firstBreak {
                    throw Failure(.notVerified, "the audit log was changed: \(first.explanation)")
                }
                if let first = report.putBack.first {
                    throw Failure(
                        .notVerified, "rows of \(report.putBack.count) devices were put back: \(first.explanation)")
                }
                if report.isBehind {
                    throw Failure(
                        .notVerified,
                        "events have waited for more than ten minutes for their links: start the manager if it is "
                            + "stopped, and verify again some minutes later; else look for housekeepingFailed in "
                            + "its log")
                }
            }
        }
    }()

    /// `audit heads`.
    static let auditHeads: Command = {
        let file = Parameter<String?>.option(
            "publish", "FILE", "The new file for the signed head; - for standard output.", completion: .files,
            parse: { $0 })
        return Command(
            "heads", "Print the newest head of the audit chain, or sign it for publication.",
            discussion: """
                Keep signed heads where no operator of the manager can change them. `audit verify --head` compares the chain \
                with them.
                """, [file, Parameter<Bool>.json], examples: ["xignin-manager audit heads --publish head.txt"]
        ) { given, console in
            try given.expectFile(given[file] ?? "")
            try given.withManager { manager in
                let head = try SignAuditHead(manager.context)()
                if let path = given[file] {
                    let output = try OutputFile(path)
                    try output.write(Array("\(head.serialized)\n".utf8))
                    try output.finish()
                    guard given[Parameter<Bool>.json] else { return }
                }
                let report = HeadReport(
                    position: head.payload.position, link: head.payload.link.bytes.hexadecimal, file: given[file])
                try given.print(report, or: "position \(report.position ?? 0), link \(report.link ?? "")", on: console)
            }
        }
    }()

    /// `audit replace-chain`.
    static let auditReplaceChain: Command = {
        let file = Parameter<String?>.option(
            "publish", "FILE", "The new file for the signed last head of the former chain; without it, it is printed.",
            completion: .files, parse: { $0 })
        return Command(
            "replace-chain", "Begin a new chain of the audit log, with another key.",
            discussion: """
                For a key that may have leaked, and for a chain that was damaged and cannot be put back. Removes all links and \
                signs the last head of the former chain, which `audit verify --head` no longer finds. The managers link all \
                events again, as they are then, also those that somebody has changed: keep the output of `audit verify` and \
                an export first.
                """, [file, Agreement.isAgreed, Parameter<Bool>.json],
            examples: ["xignin-manager audit replace-chain --publish last-head.txt"]
        ) { given, console in
            try given.expectFile(given[file] ?? (given[Parameter<Bool>.json] ? "-" : ""))
            try given.withManager { manager in
                try given.ask(
                    "Begin a new chain?", showing: ["The links of the present chain of the audit log are removed."],
                    on: console)
                let output = try OutputFile(given[file] ?? "-")
                let head: SignedDocument<AuditHead>?
                do { head = try ReplaceAuditChain(manager.context)(by: OperatorName.current) } catch {
                    output.discard()
                    throw error
                }
                console.report("A new chain begins. The managers link all events again, after a minute.")
                if let head {
                    try output.write(Array("\(head.serialized)\n".utf8))
                    try output.finish()
                } else {
                    output.discard()
                    console.report("The former chain had no head that could be signed.")
                }
                guard given[Parameter<Bool>.json] else { return }
                try console.print(
                    json: HeadReport(
                        position: head?.payload.position, link: head?.payload.link.bytes.hexadecimal,
                        file: head == nil ? nil : given[file]))
            }
        }
    }()
}

extension Console {
    private static let mostPutBack = 20

    fileprivate func print(_ report: AuditReport) {
        if report.last == 0 {
            print("No event is linked yet.")
        } else {
            print("\(report.verified) links verified, of the positions \(report.first) to \(report.last).")
        }
        if let end = report.removedBefore { print("Events before \(end.iso8601) have left the log.") }
        if report.heads + report.oldHeads > 0 {
            print("\(report.heads) published heads are in the chain; \(report.oldHeads) are older than the log.")
        }
        if report.erased > 0 { print("\(report.erased) events have lost their network, with the removal of the user.") }
        if let latest = report.latest {
            print(
                """
                \(report.late) events were linked after later ones: they committed late, or somebody has added them. \
                The latest is at position \(latest.position), \(latest.seconds) s late, id \(latest.auditID.hexadecimal).
                """)
        }
        if let seconds = report.unlinkedSeconds {
            let count = report.unlinked - report.unlinkedLate
            print("\(count) events are not linked yet, the oldest since \(seconds) s.")
        }
        if report.unlinkedLate > 0 {
            print(
                """
                \(report.unlinkedLate) events came late, with a time before linked ones, and are not linked yet: they \
                committed late, or somebody has added them. Housekeeping links them as it walks through the log.
                """)
        }
        for found in report.putBack.prefix(Self.mostPutBack) { print("Put back: \(found.explanation).") }
        if report.putBack.count > Self.mostPutBack {
            print("\(report.putBack.count - Self.mostPutBack) more were put back: --json lists all.")
        }
        print(
            report.removedBefore == nil
                ? "Devices were compared with all events that are linked."
                : "Devices were compared with the events that are left: what was put back from before is not found.")
        if report.breaks > 1 { print("\(report.breaks) places do not hold. The first of them:") }
    }
}

extension AuditReport.Break {
    /// The fault and its place.
    fileprivate var explanation: Text {
        let event: Text = "event \(auditID?.hexadecimal ?? "unknown") of \(at?.iso8601 ?? "an unknown time")"
        return switch kind {
        case .changedEvent: "at position \(position), \(event) is not as it was linked"
        case .missingEvent: "at position \(position), \(event) is missing"
        case .missingLink: "the link of position \(position) is missing"
        case .changedLink: "the link of position \(position) was changed, or made without the key (\(event))"
        case .missingEnd: "the links from position \(position) to the end are missing"
        case .addedLink: "a link was added at position \(position), beyond the end"
        case .otherHead: "the chain does not contain the published head of position \(position)"
        case .foreignHead: "a file that `--head` names is no head that this manager has signed"
        case .missingState: "the key or the state of the chain is missing, or was changed"
        }
    }
}

extension AuditReport.PutBack {
    /// The contradiction and the device.
    fileprivate var explanation: Text {
        let event: Text = "the event of \(endedAt?.iso8601 ?? "an unknown time")"
        return switch kind {
        case .endedDevice: "the device \(activation.description) is active, though \(event) has ended it"
        case .formerPIN: "the PIN of the device \(activation.description) is not that of its last signed change"
        case .missingPINChange:
            "the signed change of the PIN of the device \(activation.description) is gone (\(event))"
        case .movedKey: "a key of the device \(activation.description) was moved or altered"
        }
    }
}

/// The JSON of a head of the chain.
private struct HeadReport: Encodable {
    /// Nil for a chain without a head.
    let position: Int64?
    let link: String?
    /// The new file with the signed head.
    let file: String?
}

/// The JSON of `audit verify`.
private struct AuditReportLine: Encodable {
    struct Broken: Encodable {
        let kind: String
        let position: Int64
        let auditId: String?
        let time: String?
    }

    struct Late: Encodable {
        let position: Int64
        let auditId: String
        let seconds: Int64
    }

    struct PutBack: Encodable {
        let kind: String
        let activationId: String
        let time: String?
    }

    let firstPosition: Int64
    let lastPosition: Int64
    let removedBefore: String?
    let verified: Int
    let breaks: Int
    let firstBreak: Broken?
    let putBack: [PutBack]
    let lateEvents: Int
    let latestEvent: Late?
    let erasedNetworks: Int
    let headsFound: Int
    let headsOlderThanLog: Int
    let unlinked: Int
    let unlinkedLate: Int
    let oldestUnlinked: String?
    let unlinkedSeconds: Int64?

    init(_ report: AuditReport) {
        (firstPosition, lastPosition, verified) = (report.first, report.last, report.verified)
        removedBefore = report.removedBefore?.iso8601
        (breaks, lateEvents, erasedNetworks) = (report.breaks, report.late, report.erased)
        firstBreak = report.firstBreak.map {
            Broken(
                kind: $0.kind.rawValue, position: $0.position, auditId: $0.auditID?.hexadecimal, time: $0.at?.iso8601)
        }
        putBack = report.putBack.map {
            PutBack(kind: $0.kind.rawValue, activationId: $0.activation.description, time: $0.endedAt?.iso8601)
        }
        latestEvent = report.latest.map {
            Late(position: $0.position, auditId: $0.auditID.hexadecimal, seconds: $0.seconds)
        }
        (headsFound, headsOlderThanLog) = (report.heads, report.oldHeads)
        (unlinked, unlinkedLate, unlinkedSeconds) = (report.unlinked, report.unlinkedLate, report.unlinkedSeconds)
        oldestUnlinked = report.oldestUnlinked?.iso8601
    }
}
