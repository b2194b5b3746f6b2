import Terminal
import XignServer
import XignUseCases

extension Command {
    /// `recovery`.
    static let recovery = Command(
        "recovery", "Recoveries of accounts by their persons.",
        discussion: """
            A person who has no device left recovers the account with the recovery code and a mailed code, twice, a day apart. \
            Every use of a device with its PIN ends it. An activation that you issue ends it, too, with the recovery code.
            """,
        subcommands: [.recoveryList, .recoveryStop])

    /// `recovery list`.
    private static let recoveryList: Command = {
        let json = Parameter<Bool>.json
        return Command(
            "list", "List the recoveries that go on, the oldest first.", [json],
            examples: ["xignin-manager recovery list"]
        ) { given, console in
            try given.withManager { manager in
                let recoveries = try ListRecoveries(manager.context)()
                if given[json] { return try console.print(json: recoveries) }
                if recoveries.isEmpty { return console.print("No recovery goes on.") }
                console.print(Table(of: recoveries))
            }
        }
    }()

    /// `recovery stop USER`.
    private static let recoveryStop: Command = {
        let user = Parameter<String>.argument("USER", "The user's name.")
        return Command(
            "stop", "Stop the recovery of a user's account.",
            discussion: """
                The user is told. The recovery code stays: where somebody else has it, the user makes another one on the account \
                pages, or you issue an activation, which ends it.
                """,
            [user, Parameter<Bool>.json], examples: ["xignin-manager recovery stop ada"]
        ) { given, console in
            try given.withManager { manager in
                try StopRecovery(manager.context)(userName: given[user], by: OperatorName.current)
                try given.print(
                    UserReport(user: given[user]), or: "Stopped the recovery of \(given[user]).", on: console)
            }
        }
    }()
}

extension Table {
    fileprivate init(of recoveries: [RecoveryDetails]) {
        self.init(["USER", "STATE", "BEGUN", "GOES ON FROM", "UNTIL"])
        for recovery in recoveries {
            append([
                "\(recovery.user)", "\(recovery.state.rawValue)", "\(recovery.begunAt ?? "")",
                "\(recovery.readyAt ?? "")", "\(recovery.endsAt ?? "")",
            ])
        }
    }
}
