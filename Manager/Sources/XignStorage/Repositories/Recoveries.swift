import XignDomain
import XignProtocol

/// The recovery codes of accounts, with the recoveries that were begun. All of a row is sealed, bound to table and
/// account: a row that somebody has inserted, altered or moved does not open.
package struct Recoveries {
    let transaction: any Transaction

    /// Finds the recovery of an account. A transaction that changes it has locked the account before.
    /// - Returns: nil for an account without a recovery code.
    /// - Throws: `Vault.OpeningError` for a row that somebody has altered.
    package func find(_ account: AccountID) throws -> Recovery? {
        try transaction.row(Column.self, from: "recovery WHERE account_id = \(account)").map(recovery)
    }

    /// Finds the recovery of a recovery code.
    package func find(codeHash: BearerHash) throws -> Recovery? {
        try transaction.row(Column.self, from: "recovery WHERE code_hash = \(codeHash)").map(recovery)
    }

    /// Finds a recovery that was begun. It may be over by time.
    package func find(_ id: RecoveryID) throws -> Recovery? {
        try transaction.row(Column.self, from: "recovery WHERE id = \(id)").map(recovery)
    }

    /// Returns the accounts with a recovery that was begun, in the order of the begins. No row is opened.
    package func begun() throws -> [AccountID] {
        try transaction.values("SELECT account_id FROM recovery WHERE id IS NOT NULL ORDER BY begun_at, account_id")
    }

    /// Returns true for an account with a recovery code, and opens no row.
    package func exists(of account: AccountID) throws -> Bool {
        try transaction.row("SELECT made_at FROM recovery WHERE account_id = \(account)") != nil
    }

    /// Returns true for an account with a recovery that was begun, and opens no row.
    package func isBegun(of account: AccountID) throws -> Bool {
        try transaction.row("SELECT made_at FROM recovery WHERE account_id = \(account) AND id IS NOT NULL") != nil
    }

    /// Stores a recovery, in place of the account's former one.
    package func save(_ recovery: Recovery) throws {
        let sealed = try transaction.vault.seal(
            try MessageCoding.encode(Terms(recovery)), at: Self.place(recovery.accountID))
        let values = Column.values { column in
            switch column {
            case .accountID: .of(recovery.accountID)
            case .codeHash: .of(recovery.codeHash)
            case .madeAt: .of(recovery.madeAt)
            case .id: .of(recovery.begun?.id)
            case .begunAt: .of(recovery.begun?.begunAt)
            case .readyAt: .of(recovery.begun?.readyAt)
            case .activationID: .of(recovery.begun?.activationID)
            case .sealedTerms: .of(sealed)
            }
        }
        try remove(of: recovery.accountID)
        try transaction.execute("INSERT INTO recovery \(values)")
    }

    /// Removes the code of an account with its recovery, and opens neither.
    /// - Returns: false where there is none.
    @discardableResult
    package func remove(of account: AccountID) throws -> Bool {
        try transaction.changedRows("DELETE FROM recovery WHERE account_id = \(account)") == 1
    }

    private enum Column: Int, ColumnSet {
        case accountID, codeHash, madeAt, id, begunAt, readyAt, activationID, sealedTerms
        static let names = ColumnNames(Self.self)
    }

    static func place(_ account: AccountID) -> Vault.Place {
        Vault.Place(column: "recovery.terms", account: account)
    }

    private func recovery(_ row: TableRow<Column>) throws -> Recovery {
        try Vault.OpeningError.ofColumns {
            let account: AccountID = try row(.accountID)
            let bytes = try transaction.vault.open(try row(.sealedTerms), at: Self.place(account))
            let recovery = try MessageCoding.decode(Terms.self, from: bytes).recovery(of: account)
            guard try row(.codeHash) == recovery.codeHash, try row(.madeAt) == recovery.madeAt,
                try row.optional(.id) == recovery.begun?.id, try row.optional(.begunAt) == recovery.begun?.begunAt,
                try row.optional(.readyAt) == recovery.begun?.readyAt,
                try row.optional(.activationID) == recovery.begun?.activationID
            else { throw Vault.OpeningError(description: "the columns of a recovery are not those of its terms") }
            return recovery
        }
    }
}

/// All of a recovery but its account, inside the seal.
private struct Terms: Codable {
    struct Begun: Codable {
        let id: RecoveryID
        let begunAt: Int64
        let readyAt: Int64
        let activation: ActivationID?
        let isReadyTold: Bool
    }

    let codeHash: Octets
    let madeAt: Int64
    let begins: [Int64]
    let begun: Begun?

    init(_ recovery: Recovery) {
        codeHash = Octets(recovery.codeHash.bytes)
        madeAt = recovery.madeAt.rawValue
        begins = recovery.begins.map(\.rawValue)
        begun = recovery.begun.map {
            Begun(
                id: $0.id, begunAt: $0.begunAt.rawValue, readyAt: $0.readyAt.rawValue, activation: $0.activationID,
                isReadyTold: $0.isReadyTold)
        }
    }

    func recovery(of account: AccountID) -> Recovery {
        Recovery(
            accountID: account, codeHash: BearerHash(bytes: codeHash.bytes), madeAt: Timestamp(rawValue: madeAt),
            begins: begins.map(Timestamp.init(rawValue:)),
            begun: begun.map {
                Recovery.Begun(
                    id: $0.id, begunAt: Timestamp(rawValue: $0.begunAt), readyAt: Timestamp(rawValue: $0.readyAt),
                    activationID: $0.activation, isReadyTold: $0.isReadyTold)
            })
    }
}
