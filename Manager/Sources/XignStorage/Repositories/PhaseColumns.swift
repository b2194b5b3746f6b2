import XignDomain
import XignProtocol

/// The stored data of a phase: the columns of all phases side by side, null where the phase has no such value.
///
/// The statement of a login is readable. All others name people and devices, so they are sealed.
struct PhaseColumns {
    var activationID: ActivationID?
    var tokenHash: BearerHash?
    var roleID: RoleID?
    /// The statement of a login.
    var statement: [UInt8]?
    /// Any other statement, sealed.
    var sealedStatement: [UInt8]?
    var declineReason: DeclineReason?
    var factors: [FactorType]?
    var authenticatedAt: Timestamp?
    var failuresBefore: Int?
    var returnHash: BearerHash?
    var codes: Int?

    init(_ process: Process, _ vault: TransactionVault) throws {
        switch process.phase {
        case .waiting: break
        case .claimed(let claim): set(claim)
        case .confirming(let claim, let statement):
            set(claim)
            roleID = statement.roleID
            switch process.goal {
            case .website, .inApp, .pages: self.statement = statement.bytes
            case .utility, .act:
                let place = ProcessPlace(id: process.id, activation: process.binding.activationID)
                sealedStatement = try vault.seal(statement.bytes, at: place.statement)
            }
        case .confirmed(let confirmation): set(confirmation)
        case .collected(let confirmation, let codes):
            set(confirmation)
            self.codes = codes
        case .declined(let claim, let reason):
            set(claim)
            declineReason = reason
        case .expired(let claim, let returnHash):
            if let claim { set(claim) }
            self.returnHash = returnHash
        }
    }

    private mutating func set(_ claim: Claim) {
        activationID = claim.activationID
        tokenHash = claim.tokenHash
    }

    private mutating func set(_ confirmation: Confirmation) {
        set(confirmation.claim)
        roleID = confirmation.roleID
        factors = confirmation.factors
        authenticatedAt = confirmation.authenticatedAt
        failuresBefore = confirmation.failuresBefore
        returnHash = confirmation.returnHash
    }

    init(_ row: TableRow<Processes.Column>, _ place: ProcessPlace, _ vault: TransactionVault) throws {
        activationID = try row.optional(.activationID)
        tokenHash = try row.optional(.tokenHash)
        roleID = try row.optional(.roleID)
        sealedStatement = try row.optional(.sealedStatement)
        statement = try Self.statement(row, sealedStatement, place, vault)
        declineReason = try row.optional(.declineReason)
        factors = try row.optional(.factors).map(TextList.factors)
        authenticatedAt = try row.optional(.authenticatedAt)
        failuresBefore = try row.optional(.failuresBefore)
        returnHash = try row.optional(.returnHash)
        codes = try row.optional(.codes)
    }

    /// Reads the statement from the column that belongs to the goal. A readable statement of an act was written by
    /// hand: its expiry and its text would be signed.
    private static func statement(
        _ row: TableRow<Processes.Column>, _ sealed: [UInt8]?, _ place: ProcessPlace, _ vault: TransactionVault
    ) throws -> [UInt8]? {
        let readable: [UInt8]? = try row.optional(.statement)
        switch try row(.goal, as: GoalColumns.Name.self) {
        case .website, .inApp, .account, .console: return readable
        case .utility, .transaction:
            guard readable == nil else {
                throw StorageError(.corrupt, "the process of an act has a readable statement")
            }
            return try sealed.map { try vault.open($0, at: place.statement) }
        }
    }

    /// - Throws: `StorageError` where a value of the phase is missing: the database was changed by hand.
    func phase(_ name: Phase.Name) throws -> Phase {
        switch name {
        case .waiting: .waiting
        case .claimed: .claimed(try claim)
        case .confirming:
            .confirming(
                try claim, Statement(roleID: try Self.required(roleID), bytes: try Self.required(statement)))
        case .confirmed: .confirmed(try confirmation)
        case .collected: .collected(try confirmation, codes: try Self.required(codes))
        case .declined: .declined(try claim, try Self.required(declineReason))
        case .expired: .expired(activationID == nil ? nil : try claim, returnHash: returnHash)
        }
    }

    private var claim: Claim {
        get throws { Claim(activationID: try Self.required(activationID), tokenHash: try Self.required(tokenHash)) }
    }

    private var confirmation: Confirmation {
        get throws {
            Confirmation(
                claim: try claim, roleID: try Self.required(roleID), factors: try Self.required(factors),
                authenticatedAt: try Self.required(authenticatedAt), failuresBefore: try Self.required(failuresBefore),
                returnHash: returnHash)
        }
    }

    private static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw StorageError(.corrupt, "a process lacks a value of its phase") }
        return value
    }
}
