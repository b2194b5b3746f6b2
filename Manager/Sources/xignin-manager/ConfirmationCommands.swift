import Terminal
import Threads
import XignDomain
import XignProtocol
import XignServer
import XignUseCases

extension Command {
    /// `confirmation`.
    static let confirmation = Command(
        "confirmation", "Acts of an administrator that wait for a second one.",
        discussion: """
            An act that could take over an account or the manager is confirmed by two administrators, each on a device of their \
            own. Where the manager has no second one, the machine is the second person.
            """,
        subcommands: [.confirmationList, .confirmationShow, .confirmationApprove, .confirmationWithdraw])

    /// `confirmation list`.
    private static let confirmationList: Command = {
        let json = Parameter.json
        return Command(
            "list", "List the acts that wait, newest first.", [json], examples: ["xignin-manager confirmation list"]
        ) {
            given, console in
            try given.withManager { manager in
                let acts = try manager.context.pendingActs(by: OperatorName.current)
                if given[json] { return try console.print(json: acts) }
                if acts.isEmpty { return console.print("No act waits for a second person.") }
                var table = Table(["ID", "ASKED FOR BY", "UNTIL", "ACT"])
                for act in acts {
                    table.append(["\(act.id)", "\(act.requestedBy)", "\(act.expiresAt)", "\(act.line)"])
                }
                console.print(table)
            }
        }
    }()

    /// `confirmation show ID`.
    private static let confirmationShow: Command = {
        let (id, json) = (identifier, Parameter<Bool>.json)
        return Command("show", "Show an act that waits, and who can confirm it.", [id, json]) { given, console in
            try given.withManager { manager in
                let act = try manager.context.pendingAct(given[id], by: OperatorName.current)
                if given[json] { return try console.print(json: act) }
                for line in act.lines { console.print(line) }
                console.print("Second person:  \(act.secondPersonText)")
            }
        }
    }()

    /// `confirmation approve ID`.
    private static let confirmationApprove: Command = {
        let id = identifier
        return Command(
            "approve", "Be the second person for an act, where the manager has no second administrator.",
            discussion: """
                Shows the text that the administrator has signed, and asks. Check with them that they have: whoever has stolen a \
                device with its PIN asks for the same. A recovery prints link, QR code and PIN, once.
                """,
            [id, Agreement.isAgreed, HandoutOptions.picture, Parameter<Bool>.json],
            examples: ["xignin-manager confirmation approve p0Uqk3mGTkGq2Yf9o1c4Zw"]
        ) { given, console in
            try given.withManager { manager in
                let act = try manager.context.pendingAct(given[id], by: OperatorName.current)
                if let refusal = act.refusal { throw Failure(78, "\(refusal)") }
                try given.ask("Do it?", showing: act.lines, on: console)
                let picture = try given.picture(console)
                let outcome = try ApproveAtMachine(manager.context)(given[id], by: OperatorName.current)
                if case .recoveryIssued(let device, let account) = outcome {
                    let handout = Handout(device, for: account)
                    try given.handOut(handout, picture, ["Issued an activation for \(account.name)."], console)
                } else if given[Parameter<Bool>.json] {
                    try console.print(json: act)
                } else {
                    console.print("Done.")
                }
            }
        }
    }()

    /// `confirmation withdraw ID`.
    private static let confirmationWithdraw: Command = {
        let id = identifier
        return Command("withdraw", "End an act that waits, without an effect.", [id, Parameter<Bool>.json]) {
            given, console in
            try given.withManager { manager in
                let act = try manager.context.pendingAct(given[id], by: OperatorName.current)
                guard try withdraw(given[id], manager) else {
                    throw Failure(65, "the act is over: `xignin-manager confirmation list` shows those that wait")
                }
                try given.print(act, or: "Withdrawn: \(act.line)", on: console)
            }
        }
    }()

    private static let identifier = Parameter<PendingActID>.argument(
        "ID", "The act's id, as `confirmation list` prints it.", parse: { PendingActID(text: $0) })
}

extension PendingActDetails {
    /// The act, with each name on lines of its own, as devices show it.
    fileprivate var lines: [Text] {
        text.flatMap { part -> [Text] in
            (part.literal.map { ["  \($0)"] } ?? [])
                + (part.name.map { (#"      "\#($0)""# as Text).broken(indent: 7) } ?? [])
        } + [
            "", "Asked for by:   \(requestedBy), at \(requestedAt)",
            "Reason:         \(identityCheck.map { "\($0.rawValue): " } ?? "")\(reason)",
            "Ends:           \(expiresAt)",
        ]
    }

    var secondPersonText: Text {
        guard let refusal else { return "the machine: `xignin-manager confirmation approve \(id)`" }
        guard !secondPersons.isEmpty else { return "nobody. \(refusal)" }
        return "\(secondPersons.joined(separator: " or ")), at the console"
    }
}

private func withdraw(_ id: PendingActID, _ manager: Manager) throws -> Bool {
    let withdraw = WithdrawPendingAct(manager.context)
    return try runOnThisThread { () async -> Result<Bool, any Error> in
        do { return .success(try await withdraw(id, for: .machine(OperatorName.current))) } catch {
            return .failure(error)
        }
    }.get()
}
