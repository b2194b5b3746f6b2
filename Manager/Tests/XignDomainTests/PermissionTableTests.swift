import Testing
import XignDomain
import XignProtocol

/// A change of a permission is made twice: in the table, and here.
struct PermissionTableTests {
    @Test("The table of permissions", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Each use case has the row that is written here", rows),
        TestCase(
            "What changes an object of somebody else is confirmed, and no auditor does it", rules,
            each: UseCase.allCases),
        TestCase("A grant gives a permission by its role and scope", grants),
        TestCase(
            "The manager's own grants, and all that is done to their holders, take two persons", levels,
            each: expectedLevels),
        TestCase("A person gives up a grant alone", givingUp, each: [Scope.manager, organization]),
    ]

    /// The holders M (administrators of the manager), O (of an organization), A (auditors) and P (the person), and the
    /// level.
    private static let expected = """
        connectDevice            . . . P 3
        removeDevice             . . . P 3
        lockDevice               . . . P 3
        exportData               . . . P 3
        deleteAccount            . . . P 3
        removeAddress            . . . P 3
        makeRecoveryCode         . . . P 3
        removeRecoveryCode       . . . P 3
        acceptJoin               . . . P 3
        enterConsole             M O A . 0
        findAccounts             M . A . 0
        viewAccount              M . A . 0
        listLockedDevices        M . A . 0
        searchAudit              M O A . 0
        exportAudit              M O A . 0
        readEvidence             M O A . 0
        listAdministrators       M O A . 0
        listPendingActs          M . A . 0
        disableAccount           M . . . 3
        enableAccount            M . . . 3
        issueRecovery            M . . . 4
        removeAccount            M . . . 4
        unlockDevice             M . . . 3
        replaceDevice            M . . . 4
        revokeDevice             M . . . 3
        endLogin                 M . . . 3
        grant                    M O . . 3
        withdrawGrant            M O . . 3
        giveUpAdministration     M O A . 3
        approvePendingAct        M . . . 3
        withdrawPendingAct       M . . . 2
        """

    func rows() {
        let rows = UseCase.allCases.map { useCase in
            let permission = PermissionTable.permission(useCase)
            let holders = [
                permission.manager ? "M" : ".", permission.organization ? "O" : ".", permission.auditor ? "A" : ".",
                permission.person ? "P" : ".",
            ]
            let name = if case .act(let act) = useCase { act.rawValue } else { "\(useCase)" }
            return name.padding(to: 25) + holders.joined(separator: " ") + " \(permission.level.rawValue)"
        }
        #expect(rows.joined(separator: "\n") == Self.expected)
    }

    func rules(_ useCase: UseCase) {
        let permission = PermissionTable.permission(useCase)
        let isReading = permission.level == .none
        // An auditor acts in one case: to be an auditor no longer.
        #expect(!permission.auditor || isReading || useCase == .giveUpAdministration)
        #expect(isReading || permission.level >= .check)
        // A person's own acts are no operator's, and the reverse.
        #expect(!permission.person || !(permission.manager || permission.organization || permission.auditor))
        // Nobody has more with an organization than with the manager.
        #expect(permission.manager || !permission.organization)
    }

    func grants() {
        let organization = OrganizationID("example")
        func isGiven(_ useCase: UseCase, _ role: AdministratorGrant.Role, _ scope: Scope) -> Bool {
            PermissionTable.permission(useCase).isGiven(
                by: AdministratorGrant(
                    accountID: AccountID("a"), scope: scope, role: role, grantedBy: "root",
                    grantedAt: Timestamp(rawValue: 0)))
        }
        #expect(isGiven(.act(.disableAccount), .administrator, .manager))
        #expect(!isGiven(.act(.disableAccount), .auditor, .manager))
        #expect(!isGiven(.act(.disableAccount), .administrator, .organization(organization)))
        #expect(isGiven(.findAccounts, .auditor, .manager))
        #expect(!isGiven(.findAccounts, .auditor, .organization(organization)))
        #expect(isGiven(.listAdministrators, .auditor, .organization(organization)))
        #expect(!isGiven(.deleteAccount, .administrator, .manager))
    }

    private static let (grace, ada) = (AccountID("grace"), AccountID("ada"))
    private static let organization = Scope.organization(OrganizationID("example"))
    private static let device = ActivationID.random()

    /// The effects with their levels: at somebody without a grant, and at the holder of a grant of the manager.
    private static let expectedLevels: [(Administration.Effect, ConfirmationLevel, ConfirmationLevel)] = [
        (.disableAccount(ada), .device, .twoPersons), (.enableAccount(ada), .device, .twoPersons),
        (.removeAccount(ada), .twoPersons, .twoPersons), (.revokeDevice(device), .device, .twoPersons),
        (.unlockDevice(device), .device, .twoPersons), (.issueRecovery(ada), .twoPersons, .twoPersons),
        (.replaceDevice(device), .twoPersons, .twoPersons), (.endLogin(.random()), .device, .twoPersons),
        (.grant(ada, .administrator, .manager), .twoPersons, .twoPersons),
        (.grant(ada, .auditor, .manager), .twoPersons, .twoPersons),
        (.grant(ada, .administrator, organization), .device, .twoPersons),
        (.withdrawGrant(ada, .manager), .twoPersons, .twoPersons),
        (.withdrawGrant(ada, organization), .device, .twoPersons),
    ]

    func levels(_ effect: Administration.Effect, _ atOthers: ConfirmationLevel, _ atHolders: ConfirmationLevel) {
        #expect(effect.level(by: Self.grace, onHolderOfManagerGrant: false) == atOthers)
        #expect(effect.level(by: Self.grace, onHolderOfManagerGrant: true) == atHolders)
    }

    func givingUp(_ scope: Scope) {
        let effect = Administration.Effect.withdrawGrant(Self.ada, scope)
        #expect(effect.useCase(of: Self.ada) == .giveUpAdministration)
        #expect(effect.useCase(of: Self.grace) == .act(.withdrawGrant))
        #expect(effect.useCase(of: nil) == .act(.withdrawGrant))
        #expect(effect.level(by: Self.ada, onHolderOfManagerGrant: true) == .device)
    }
}

extension String {
    fileprivate func padding(to length: Int) -> String { self + String(repeating: " ", count: max(0, length - count)) }
}
