import XignDomain

@testable import XignPages
@testable import XignWording

/// Models of administrators, their grants, and the acts that wait for a second one.
extension ConsoleExamples {
    // MARK: Administrators

    private var organization: AdministeredScope {
        AdministeredScope(organization: (text("6f1c2ab0"), text("Example Inc.")))
    }

    private func entry(
        _ role: AdministratorGrant.Role, isYou: Bool = false, isUsable: Bool = true, isDeclared: Bool = false
    ) -> AdministratorsPage.Entry {
        AdministratorsPage.Entry(
            account: text(isYou ? "grace" : "lin"), accountPage: text("/console/accounts/b3JkaW5hcnk"),
            id: text("b3JkaW5hcnk"), shortID: text("b3JkaW5h"), role: role, isYou: isYou, isUsable: isUsable,
            isDeclared: isDeclared, grantedBy: text("root"), grantedAt: AccountExamples.yesterday,
            lastUsed: isUsable ? .at(AccountExamples.noon) : .never)
    }

    /// An entry as operators of an organization see it.
    private func ownEntry(_ role: AdministratorGrant.Role, isYou: Bool = false) -> AdministratorsPage.Entry {
        AdministratorsPage.Entry(
            account: text(isYou ? "grace" : "lin"), accountPage: nil, id: text("MAECAwQFBgcICQoLDA0ODw"),
            shortID: text("MAECAwQF"), role: role, isYou: isYou, grantedBy: isYou ? text("lin") : nil,
            grantedAt: AccountExamples.yesterday, lastUsed: .hidden)
    }

    private func list(
        _ scope: AdministeredScope, _ entries: [AdministratorsPage.Entry], mayChange: Bool = true,
        others: [AdministeredScope] = [], search: AdministratorsPage.Search? = nil
    ) -> HTML {
        AdministratorsPage.page(
            AdministratorsPage.Model(
                scope: scope, entries: entries, mayChange: mayChange, others: others, search: search),
            frame("/console/administrators"), in: wording)
    }

    private func grant(_ scope: AdministeredScope, _ typed: GrantPage.Typed) -> HTML {
        GrantPage.page(typed, in: scope, ticket: ticket, frame(nil), in: wording)
    }

    private func withdrawal(
        _ scope: AdministeredScope, role: AdministratorGrant.Role = .administrator, isYou: Bool = false,
        flaws: [ReasonFlaw] = []
    ) -> HTML {
        WithdrawGrantPage.page(
            WithdrawGrantPage.Model(
                scope: scope, account: text("lin"), id: text("b3JkaW5hcnk"), shortID: text("b3JkaW5h"),
                role: role, isYou: isYou, isDeclared: !isYou, needsTwoPersons: !isYou,
                reason: ReasonFields.Typed(reason: text("Left the team"), flaws: flaws)),
            ticket: ticket, frame(), in: wording)
    }

    var administratorPages: [(name: String, page: HTML)] {
        let manager = AdministeredScope()
        let typed = GrantPage.Typed(
            account: text("lin"), role: .administrator,
            reason: ReasonFields.Typed(reason: text("short"), flaws: [.reason]),
            accountError: wording.console.administrators.unknownAccount)
        return [
            (
                "AdministratorsPage",
                list(
                    manager,
                    [
                        entry(.administrator, isYou: true), entry(.auditor, isDeclared: true),
                        entry(.administrator, isUsable: false),
                    ], others: [organization], search: .init(typed: "", isUnknown: false))
            ),
            (
                "AdministratorsPage-auditor",
                list(
                    organization, [entry(.administrator), entry(.auditor, isYou: true)], mayChange: false,
                    others: [manager])
            ),
            (
                "AdministratorsPage-organization",
                list(organization, [ownEntry(.administrator), ownEntry(.auditor, isYou: true)], mayChange: false)
            ),
            (
                "AdministratorsPage-unknown",
                list(manager, [entry(.administrator)], search: .init(typed: text("Example"), isUnknown: true))
            ),
            ("AdministratorsPage-empty", list(organization, [])),
            ("GrantPage", grant(manager, GrantPage.Typed())),
            ("GrantPage-errors", grant(organization, typed)),
            ("WithdrawGrantPage", withdrawal(manager)),
            ("WithdrawGrantPage-own", withdrawal(organization, role: .auditor, isYou: true, flaws: [.reason])),
        ]
    }

    // MARK: Acts that wait for a second administrator

    private func pending(
        _ obstacle: PendingActObstacle? = nil, identityCheck: Reason.IdentityCheck? = .inPerson
    ) -> PendingActModel {
        PendingActModel(
            id: text("AAECAwQFBgcICQoLDA0ODw"),
            sentence: "Make a new activation for an account: \(text("ada"))", language: "en",
            reason: text("Lost both devices"), identityCheck: identityCheck, askedBy: text("lin"),
            askedAt: AccountExamples.yesterday, until: AccountExamples.noon, obstacle: obstacle)
    }

    private func confirmations(_ acts: [PendingActModel]) -> HTML {
        ConfirmationsPage.page(acts, frame("/console/confirmations"), in: wording)
    }

    private func act(
        _ act: PendingActModel, hasBegun: Bool = false, showsRecovery: Bool = false, mayConfirm: Bool = true
    ) -> HTML {
        PendingActPage.page(
            act, hasBegun: hasBegun, showsRecovery: showsRecovery,
            tickets: .init(confirm: mayConfirm ? ticket : nil, withdraw: ticket), frame(), in: wording)
    }

    var confirmationPages: [(name: String, page: HTML)] {
        [
            ("ConfirmationsPage", confirmations([pending(), pending(.firstPerson)])),
            ("ConfirmationsPage-empty", confirmations([])),
            ("PendingActPage", act(pending(), showsRecovery: true)),
            ("PendingActPage-first-person", act(pending(.firstPerson, identityCheck: nil), mayConfirm: false)),
        ]
    }

    var confirmationVariants: [(name: String, page: HTML)] {
        PendingActObstacle.allCases.map { ("PendingActPage-\($0)", act(pending($0), mayConfirm: false)) }
            + [("PendingActPage-begun", act(pending(), hasBegun: true, showsRecovery: true))]
            + Reason.IdentityCheck.allCases.map { check in
                ("PendingActPage-\(check.rawValue)", act(pending(identityCheck: check)))
            }
            + ReasonFlaw.allCases.map { flaw in
                (
                    "ReasonFields-\(flaw.rawValue)",
                    ConsoleLayout(
                        frame(), in: wording, title: wording.console.layout.section(.accounts), section: .accounts,
                        content: """
                            <h1>\(wording.console.layout.section(.accounts))</h1>
                            \(ReasonFields(
                                .init(reason: text("short"), identityCheck: .other, flaws: [flaw]),
                                asksForIdentity: true, in: wording).html)
                            """
                    ).html
                )
            }
    }
}
