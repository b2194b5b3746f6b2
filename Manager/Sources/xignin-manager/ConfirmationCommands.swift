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
        return Command("list", "List the acts that wait, newest first.", [json]) { given, console in
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
                act.show(on: console)
                console.print("Second person:  \(act.secondPersonText)")
            }
        }
    }()

    /// `confirmation approve ID`.
    private static let confirmationApprove: Command = {
        let id = identifier
        let isAgreed = Parameter<Bool>.flag("yes", short: "y", "Do not ask for confirmation.")
        return Command(
            "approve", "Be the second person for an act, where the manager has no second administrator.",
            discussion: """
                Shows the text that the administrator has signed, and asks. Check with them that they have: whoever has stolen a \
                device with its PIN asks for the same. A recovery prints link, QR code and PIN, once.
                """,
            [id, isAgreed, HandoutOptions.picture, Parameter<Bool>.json]
        ) { given, console in
            try given.withManager { manager in
                let act = try manager.context.pendingAct(given[id], by: OperatorName.current)
                if let refusal = act.refusal { throw Failure(78, "\(refusal)") }
                if !given[isAgreed] {
                    act.show(on: console)
                    guard try console.confirm("Do it?", unlessAnswered: false) else {
                        throw Failure(.declined, "nothing was changed: `xignin-manager confirmation withdraw` ends it")
                    }
                }
                let outcome = try ApproveAtMachine(manager.context)(given[id], by: OperatorName.current)
                if case .recoveryIssued(let device, let account) = outcome {
                    let handout = Handout(device, for: account)
                    try given.handOut(handout, ["Issued an activation for \(account.name)."], console)
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
        return Command("withdraw", "End an act that waits, without an effect.", [id]) { given, console in
            try given.withManager { manager in
                let act = try manager.context.pendingAct(given[id], by: OperatorName.current)
                guard try withdraw(given[id], manager) else {
                    throw Failure(65, "the act is over: `xignin-manager confirmation list` shows those that wait")
                }
                console.print("Withdrawn: \(act.line)")
            }
        }
    }()

    private static let identifier = Parameter<PendingActID>.argument(
        "ID", "The act's id, as `confirmation list` prints it.", parse: { PendingActID(text: $0) })
}

extension PendingActDetails {
    /// Prints the act, with each name on lines of its own, as devices show it.
    func show(on console: Console) {
        for part in text {
            if let words = part.literal { console.print("  \(words)") }
            if let name = part.name {
                ("      “\(name)”" as Text).broken(indent: 7).forEach { console.print($0) }
            }
        }
        console.print("")
        console.print("Asked for by:   \(requestedBy), at \(requestedAt)")
        console.print("Reason:         \(identityCheck.map { "\($0.rawValue): " } ?? "")\(reason)")
        console.print("Ends:           \(expiresAt)")
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
        do { return .success(try await withdraw(id, for: .machine(name: OperatorName.current))) } catch {
            return .failure(error)
        }
    }.get()
}
