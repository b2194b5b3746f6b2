import XignDomain

@testable import XignPages
@testable import XignWording

/// Models of the console's pages, with `text` applied to each value that comes from outside.
struct ConsoleExamples {
    let wording: any Wording
    let text: (String) -> String

    func frame(_ address: String? = "/console", done: ConsoleDoneCode? = nil) -> ConsoleLayout.Frame {
        ConsoleLayout.Frame(
            host: text("console.example.org"), account: text("grace"), role: .administrator,
            logOutTicket: text("dGlja2V0"), address: address, done: done,
            provider: OperatorProfile(name: text("Example Operator"), help: text("https://example.org/help")))
    }

    /// One page of each kind.
    var kinds: [(name: String, page: HTML)] {
        entrances + overviews + [("ConsoleProblemPage", problem(.changed)), ("ConsolePage-tabs", tabs)] + auditPages
            + administratorPages + confirmationPages + accountPages
    }

    /// The pages that differ from one of `kinds` in a sentence alone.
    var variants: [(name: String, page: HTML)] {
        ConsoleProblem.allCases.map { ("ConsoleProblemPage-\($0.rawValue)", problem($0)) }
            + ConsoleDoneCode.allCases.map { ("ConsoleOverviewPage-\($0.rawValue)", overview(done: $0)) }
            + auditVariants + confirmationVariants + accountVariants
    }

    private func problem(_ problem: ConsoleProblem) -> HTML {
        ConsoleProblemPage.page(problem, back: .accounts, frame(nil), in: wording)
    }

    private var entrances: [(name: String, page: HTML)] {
        let pages = SurfaceLoginPages.console(
            host: text("console.example.org"), provider: OperatorProfile(name: text("Example Operator")),
            in: wording)
        return [
            (
                "ConsoleLoginPage",
                pages.logIn(returnAddress: text("/console"), address: text("/console/login?to=%2Fconsole"))
            ),
            ("ConsoleLoggedOutPage", pages.loggedOut),
            ("ConsoleFromElsewherePage", pages.fromElsewhere(address: "/console/accounts")),
            ("ConsoleLogOutPage", ConsoleLogOutPage.page(frame("/console/logout"), in: wording)),
        ]
    }

    private func overview(
        _ model: ConsoleOverviewPage.Model? = nil, done: ConsoleDoneCode? = nil
    ) -> HTML {
        let quiet = ConsoleOverviewPage.Model(
            canSearch: true, pendingActs: .init(all: 0, forReader: 0),
            lockedDevices: [.forATime: 0, .forGood: 0], lastLogin: nil)
        return ConsoleOverviewPage.page(model ?? quiet, frame(done: done), in: wording)
    }

    private var overviews: [(name: String, page: HTML)] {
        let busy = ConsoleOverviewPage.Model(
            canSearch: true, pendingActs: .init(all: 3, forReader: 2),
            lockedDevices: [.forATime: 12, .forGood: LockedDeviceKind.countLimit],
            lastLogin: .init(at: AccountExamples.yesterday, network: text("203.0.113.0/24")))
        let narrow = ConsoleOverviewPage.Model(
            canSearch: false, pendingActs: nil, lockedDevices: nil,
            lastLogin: .init(at: AccountExamples.yesterday, network: nil))
        return [
            ("ConsoleOverviewPage", overview()), ("ConsoleOverviewPage-open", overview(busy)),
            ("ConsoleOverviewPage-no-search", overview(narrow)),
        ]
    }

    /// An object with several pages.
    private var tabs: HTML {
        ConsoleLayout(
            frame("/console/accounts"), in: wording, title: text("ada"), section: .accounts, isBelowSection: true,
            content: """
                <h1>\(text("ada"))</h1>
                \(Tabs(
                    label: wording.console.layout.tabs,
                    [
                        Tabs.Tab("/console/accounts", text("one"), isCurrent: true),
                        Tabs.Tab("/console/audit", text("two")),
                    ]
                ).html)
                """
        ).html
    }
}
