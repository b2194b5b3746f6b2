import XignDomain
import XignProtocol

/// The activation that has claimed a process.
package struct Claimant: Sendable {
    package let activationID: ActivationID
    package let accountID: AccountID
    /// True if the process was bound to the activation from its beginning.
    package let isBound: Bool
    /// The hash of the session token.
    package let tokenHash: BearerHash
    /// The key of the device.
    package let device: FactorPublicKey
}

/// The public keys of the enrolled factors.
extension Activations {
    /// Returns the keys of all factors of an activation.
    /// - Parameter known: a key that was parsed before. It is returned in place of a stored key with the same bytes,
    ///   which saves the second parsing.
    package func factors(of activation: Activation, known: FactorPublicKey? = nil) throws -> [FactorPublicKey] {
        try transaction.rows(
            FactorColumn.self, from: "factor WHERE activation_id = \(activation.id) ORDER BY factor"
        ).map { try key($0, of: activation.id, account: activation.accountID, known: known) }
    }

    package func factor(_ factor: FactorType, of activation: Activation) throws -> FactorPublicKey? {
        try transaction.row(
            FactorColumn.self, from: "factor WHERE activation_id = \(activation.id) AND factor = \(factor)"
        ).map { try key($0, of: activation) }
    }

    /// Returns the key with which a device was enrolled. No key change replaces it, and a removed device keeps it in
    /// its signed enrolment.
    package func enrolledDeviceKey(of activation: Activation) throws -> FactorPublicKey? {
        guard let keys = try enrolledKeys(of: activation) else { return try factor(.device, of: activation) }
        return keys.first { $0.factor == .device }
    }

    /// Returns the keys of the signed enrolment; nil for a device that a version enrolled which kept no statements.
    package func enrolledKeys(of activation: Activation) throws -> [FactorPublicKey]? {
        guard let enrolment = try enrolment(of: activation) else { return nil }
        let signed = try SignedStatement(parsing: enrolment, type: .enrolment)
        return try EnrolmentStatement(parsing: signed.payload).keys
    }

    /// Returns the activation that has claimed a process.
    package func claimant(of session: SessionID) throws -> Claimant? {
        guard
            let (claim, row) = try transaction.row(
                ClaimColumn.self, FactorColumn.self,
                from: """
                    process JOIN activation ON activation.id = process.activation_id
                    JOIN factor ON factor.activation_id = activation.id
                    WHERE process.id = \(session) AND factor.factor = \(FactorType.device)
                    """)
        else { return nil }
        let (activation, account): (ActivationID, AccountID) = (try claim(.activationID), try claim(.accountID))
        let bound: ActivationID? = try claim.optional(.boundActivationID)
        return Claimant(
            activationID: activation, accountID: account, isBound: bound != nil, tokenHash: try claim(.tokenHash),
            device: try key(row, of: activation, account: account))
    }

    func key(_ row: TableRow<FactorColumn>, of activation: Activation) throws -> FactorPublicKey {
        try key(row, of: activation.id, account: activation.accountID)
    }

    private func key(
        _ row: TableRow<FactorColumn>, of activation: ActivationID, account: AccountID, known: FactorPublicKey? = nil
    ) throws -> FactorPublicKey {
        let factor: FactorType = try row(.factor)
        let raw = try vault.open(try row(.sealedPublicKey), at: Self.factorPlace(activation, account, factor))
        if let known, known.factor == factor, known.rawRepresentation == raw { return known }
        // The key was validated before it was stored.
        guard let key = FactorPublicKey(factor: factor, accepted: raw) else {
            throw Vault.OpeningError(description: "the \(factor.rawValue) key of an activation is damaged")
        }
        return key
    }

    /// Adds a factor's key.
    /// - Returns: false where any activation uses the key already, or this one has the factor. The key of a guessable
    ///   factor is not compared with those of other activations: the answer would confirm a guess.
    package func insert(_ key: FactorPublicKey, of activation: Activation) throws -> Bool {
        let sealed = try vault.seal(
            key.rawRepresentation, at: Self.factorPlace(activation.id, activation.accountID, key.factor))
        let fingerprint = key.factor.isGuessable ? nil : vault.fingerprint(of: key)
        // A row that the rotation of the key-encryption key has not reached yet has the former fingerprint.
        if fingerprint != nil, let former = vault.formerFingerprint(of: key),
            try transaction.row("SELECT factor FROM factor WHERE fingerprint = \(former)") != nil
        {
            return false
        }
        let values = FactorColumn.values { column in
            switch column {
            case .activationID: .of(activation.id)
            case .factor: .of(key.factor)
            case .sealedPublicKey: .of(sealed)
            case .fingerprint: .of(fingerprint)
            }
        }
        return try transaction.changedRows("INSERT INTO factor \(values) ON CONFLICT DO NOTHING") == 1
    }

    /// Replaces the key of a factor that an activation has.
    /// - Returns: false where it does not have the factor.
    package func replaceFactor(_ key: FactorPublicKey, of activation: Activation) throws -> Bool {
        let removed = try transaction.changedRows(
            "DELETE FROM factor WHERE activation_id = \(activation.id) AND factor = \(key.factor)")
        return try removed == 1 && insert(key, of: activation)
    }

    enum FactorColumn: Int, ColumnSet {
        case activationID, factor, sealedPublicKey, fingerprint
        static let names = ColumnNames(Self.self, of: "factor")
    }

    private enum ClaimColumn: Int, ColumnSet {
        case tokenHash, boundActivationID, activationID, accountID
        static let names = ColumnNames(
            Self.self,
            selecting: "process.token_hash, process.bound_activation_id, activation.id, activation.account_id")
    }

    static func factorPlace(
        _ activation: ActivationID, _ account: AccountID, _ factor: FactorType
    ) -> Vault.Place {
        Vault.Place(column: "factor.public_key", account: account, activation: activation, item: factor.rawValue)
    }
}
