import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// An activation that waits for its device, as it is handed to the user: link and PIN, never in one message.
package struct IssuedActivation: Sendable {
    package let account: Account
    package let activationID: ActivationID
    /// For a QR code or a mail.
    package let link: String
    package let expiresAt: Timestamp
    package let lifetime: ActivationLifetime
    /// The account was created for this activation.
    package let isNewAccount: Bool
    /// The account has another active device.
    package let isAdditional: Bool
    /// The number of activations that were pending and are void now.
    package let voidedCount: Int
}

/// Issues another activation for a user who exists. The account's pending activations become void.
package struct IssueActivation: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - pin: the activation PIN; the user must replace it while activating.
    ///   - lifetime: the time for which it waits for its device.
    /// - Throws: `ManagerError` where there is no such user, the account is disabled, or too many wrong PINs were tried
    ///   at its activations. Nothing has changed then.
    package func callAsFunction(
        userName: String, pin: PIN, lifetime: ActivationLifetime = .standard, by operatorName: String
    ) throws -> IssuedActivation {
        try context.issueActivation(pin: pin, lifetime, by: operatorName) {
            (try $0.activeAccount(userName), isNew: false)
        }
    }
}

extension Context {
    /// Issues an activation, and voids the account's pending ones.
    /// - Parameter find: finds the account and locks it, or creates it.
    func issueActivation(
        pin: PIN, _ lifetime: ActivationLifetime, by operatorName: String,
        for find: @escaping @Sendable (Performer) throws -> (Account, isNew: Bool)
    ) throws -> IssuedActivation {
        let now = clock.now()
        let handout = try ActivationHandout(pin: pin, lifetime: lifetime, self)
        return try database.write { transaction in
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            let (account, isNew) = try find(act)
            return try act.issue(handout, to: account, isNew: isNew)
        }
    }

    /// Draws a PIN of eight random digits that is none of the common ones.
    package static func generatePIN() -> PIN {
        while true {
            // The system's generator, which is fit for secrets on every platform of Swift's.
            let digits = (0..<8).map { _ in Character(String(Int.random(in: 0...9))) }
            if let pin = PIN(String(digits)), !pin.isCommon { return pin }
        }
    }
}

/// The id, secret and PIN of an activation that an operator or a page hands out.
struct ActivationHandout: Sendable {
    let link: String
    let pin: PIN
    let lifetime: ActivationLifetime
    let id = ActivationID.random()
    private let secretHash: BearerHash
    private let pinProofHash: BearerHash

    /// Draws id and secret, and stretches the PIN, which takes a while: never within a transaction.
    init(pin: PIN, lifetime: ActivationLifetime = .standard, _ context: Context) throws {
        let secret = SecretOctets.random(count: InitializationPayload.secretByteCount)
        self.pin = pin
        self.lifetime = lifetime
        secretHash = BearerHash(of: secret)
        pinProofHash = BearerHash(
            of: try ActivationPINProof.compute(
                pin: pin, secret: secret, activation: id, stretching: context.activationPINStretching))
        link = InitializationLink.appLink(
            InitializationPayload(.personalization(id), secret: secret, origin: context.issuer),
            at: context.appLinkOrigin)
    }

    /// Inserts the pending activation that an operator hands out.
    func insert(
        _ kind: Activation.Kind, for account: Account, _ transaction: any Transaction, at now: Timestamp
    ) throws -> Activation {
        try insert(
            Activation(
                id: id, accountID: account.id, state: .pending, kind: kind, pinOrigin: .assigned,
                secretHash: secretHash, createdAt: now, expiresAt: now + lifetime.seconds,
                personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none), transaction)
    }

    /// Inserts the pending activation of another device that a person connects.
    /// - Parameter issuer: the activation that has confirmed it.
    func insert(
        issuedBy issuer: Activation, alias: String, _ transaction: any Transaction, at now: Timestamp
    ) throws -> Activation {
        try insert(
            Activation(
                id: id, accountID: issuer.accountID, state: .pending, kind: .additional, pinOrigin: .assigned,
                secretHash: secretHash, createdAt: now, expiresAt: now + ActivationLimits.ownSeconds,
                personalizedAt: nil, wrongPINs: 0, alias: alias, lockout: .none, issuedBy: issuer.id), transaction)
    }

    private func insert(_ activation: Activation, _ transaction: any Transaction) throws -> Activation {
        try transaction.activations.insert(activation, pinProofHash: pinProofHash)
        return activation
    }
}

extension Performer {
    /// Issues an activation of an operator, and voids the account's pending ones.
    /// - Throws: `ManagerError` with the code `tooManyWrongPINs`.
    func issue(_ handout: ActivationHandout, to account: Account, isNew: Bool) throws -> IssuedActivation {
        let activations = transaction.activations
        guard try !activations.haveTooManyWrongPINs(of: account.id, at: now) else {
            throw ManagerError(
                .tooManyWrongPINs,
                "Too many wrong PINs were tried at activations of \(account.name) within thirty days: find out who it was."
            )
        }
        let existing = try activations.all(of: account.id)
        let pending = existing.filter { $0.state == .pending }
        for activation in pending { _ = try activations.void(activation.id) }
        try endRecovery(of: account.id, by: .operator, endsCode: true)
        let isAdditional = existing.contains { $0.state == .active }
        let activation = try handout.insert(
            isAdditional ? .additional : .registration, for: account, transaction, at: now)
        try record(.activationIssued, .activationIssued, of: account.id, device: activation)
        return IssuedActivation(
            account: account, activationID: activation.id, link: handout.link, expiresAt: activation.expiresAt,
            lifetime: handout.lifetime, isNewAccount: isNew, isAdditional: isAdditional, voidedCount: pending.count)
    }

    /// Finds the active account of this name, and locks it.
    fileprivate func activeAccount(_ name: String) throws -> Account {
        let account = try UserNames(transaction: transaction).locked(name)
        guard account.isActive else {
            throw ManagerError(.accountDisabled, "\(name) is disabled", .enableUser(name))
        }
        return account
    }

    /// Creates an account.
    /// - Parameter name: a free name, in canonical form.
    func create(_ name: String) throws -> Account {
        let account = Account(id: TimeOrderedID.account(at: now), name: name, isActive: true)
        try transaction.accounts.insert(account, at: now)
        try audit(.accountCreated, of: account.id)
        return account
    }
}

extension Activations {
    /// Returns true if wrong PINs at activations of an account keep operators from issuing another one.
    func haveTooManyWrongPINs(of account: AccountID, at now: Timestamp) throws -> Bool {
        try wrongPINs(of: account, since: now - LockoutPolicy.standard.budgetSeconds)
            >= LockoutPolicy.accountActivationLimit
    }
}
