/// A use case that needs a permission: one row of `PermissionTable`.
///
/// The acts of people on their own accounts are here as far as a device confirms them. All others take the account of
/// the browser's session, and can concern no other one.
public enum UseCase: Hashable, Sendable, CaseIterable {
    // People on their own accounts.
    case connectDevice
    case removeDevice
    case lockDevice
    case exportData
    case deleteAccount
    case removeAddress
    case makeRecoveryCode
    case removeRecoveryCode
    case acceptJoin

    // Operators: looking.
    case enterConsole, findAccounts, viewAccount, listLockedDevices, searchAudit, exportAudit, readEvidence
    case listAdministrators, listPendingActs

    // Operators: acting.
    /// An act of `ActCatalogue.swift`, which has the row.
    case act(ActName)
    case giveUpAdministration
    case approvePendingAct, withdrawPendingAct

    /// All use cases: a case that is added is added here, too.
    public static let allCases: [UseCase] =
        [
            .connectDevice, .removeDevice, .lockDevice, .exportData, .deleteAccount, .removeAddress, .makeRecoveryCode,
            .removeRecoveryCode, .acceptJoin,
            .enterConsole, .findAccounts, .viewAccount, .listLockedDevices, .searchAudit, .exportAudit, .readEvidence,
            .listAdministrators, .listPendingActs,
        ] + ActName.allCases.map(UseCase.act) + [.giveUpAdministration, .approvePendingAct, .withdrawPendingAct]
}

/// The confirmation that a use case demands.
public enum ConfirmationLevel: Int, Sendable, Comparable {
    /// Reading.
    case none
    case form
    /// A page that asks once more.
    case check
    /// A statement that is signed on a device of the person who acts.
    case device
    /// Statements of two administrators, each signed on a device of their own.
    case twoPersons

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// One row of `PermissionTable`: the holders of a permission, and the least confirmation that it demands.
public struct Permission: Sendable, Equatable {
    /// An administrator of the manager, on everything.
    public let manager: Bool
    /// An administrator of an organization, on what belongs to it.
    public let organization: Bool
    /// An auditor, where an administrator of the same scope may.
    public let auditor: Bool
    /// Everybody, on their own account.
    public let person: Bool
    /// `ActScene.level` raises it for some objects.
    public let level: ConfirmationLevel

    init(_ holders: Set<Holder>, _ level: ConfirmationLevel) {
        manager = holders.contains(.manager)
        organization = holders.contains(.organization)
        auditor = holders.contains(.auditor)
        person = holders.contains(.person)
        self.level = level
    }

    enum Holder { case manager, organization, auditor, person }

    /// Returns true if a grant gives the permission, for objects within its scope.
    public func isGiven(by grant: AdministratorGrant) -> Bool {
        let isGivenToAdministrators =
            switch grant.scope {
            case .manager: manager
            case .organization: organization
            }
        return isGivenToAdministrators && (grant.role == .administrator || auditor)
    }
}

/// The permissions of all use cases.
///
/// The machine has no column: whoever runs commands there has the database, and with it every right. An organization's
/// administrators decide about each other. No organization manages an account, so they touch none. Clients of an API
/// have no column either: they have no right, and never the machine's.
public enum PermissionTable {
    /// Returns the scopes in which an account has a permission; none for a disabled account.
    public static func scopes(
        of account: Account, holding grants: [AdministratorGrant], for useCase: UseCase
    ) -> Set<Scope> {
        guard account.isActive else { return [] }
        let permission = permission(useCase)
        return Set(grants.filter { permission.isGiven(by: $0) }.map(\.scope))
    }

    public static func permission(_ useCase: UseCase) -> Permission {
        switch useCase {
        case .connectDevice, .removeDevice, .lockDevice, .exportData, .deleteAccount, .removeAddress, .makeRecoveryCode,
            .removeRecoveryCode, .acceptJoin:
            Permission([.person], .device)
        case .enterConsole, .searchAudit, .exportAudit, .readEvidence, .listAdministrators:
            Permission([.manager, .organization, .auditor], .none)
        case .findAccounts, .viewAccount, .listLockedDevices, .listPendingActs:
            Permission([.manager, .auditor], .none)
        case .act(let name):
            name.definition.permission
        case .giveUpAdministration:
            Permission([.manager, .organization, .auditor], .device)
        case .approvePendingAct:
            Permission([.manager], .device)
        case .withdrawPendingAct:
            Permission([.manager], .check)
        }
    }
}
