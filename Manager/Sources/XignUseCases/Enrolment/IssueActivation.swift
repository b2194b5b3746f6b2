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
    /// The account was created for this activation.
    package let isNewAccount: Bool
    /// The account has another active device.
    package let isAdditional: Bool
    /// The number of activations that were pending and are void now.
    package let voidedCount: Int
}

extension Context {
    /// The lifetime of an activation that an operator issues.
    package static let activationSeconds: Int64 = 24 * 3600

    /// Issues an activation, creating the account if there is none of this name. The account's pending activations
    /// become void.
    /// - Parameter pin: the activation PIN; the user must replace it while activating.
    /// - Throws: `ManagerError` where the account is disabled, or too many wrong PINs were tried at its activations.
    package func issueActivation(userName: String, pin: PIN) throws -> IssuedActivation {
        let now = clock.now()
        let id = ActivationID.random()
        let secret = SecretOctets.random(count: InitializationPayload.secretByteCount)
        let proof = try ActivationPINProof.compute(pin: pin, secret: secret, activation: id)
        let expiresAt = now + Self.activationSeconds
        let link = InitializationLink.appLink(
            InitializationPayload(.personalization(id), secret: secret, origin: issuer), at: appLinkOrigin)
        return try database.write { transaction in
            let (account, isNewAccount) = try Self.account(userName, transaction, at: now)
            let activations = transaction.activations
            let since = now - LockoutPolicy.standard.budgetSeconds
            guard try activations.wrongPINs(of: account.id, since: since) < LockoutPolicy.accountActivationLimit else {
                throw ManagerError(
                    .tooManyWrongPINs,
                    "Too many wrong PINs were tried at activations of \(userName) within thirty days: find out who it was."
                )
            }
            let existing = try activations.all(of: account.id)
            let pending = existing.filter { $0.state == .pending }
            for activation in pending { _ = try activations.void(activation.id) }
            let isAdditional = existing.contains { $0.state == .active }
            try activations.insert(
                Activation(
                    id: id, accountID: account.id, state: .pending, kind: isAdditional ? .additional : .registration,
                    pinOrigin: .assigned, secretHash: BearerHash(of: secret), createdAt: now,
                    expiresAt: expiresAt, personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none),
                pinProofHash: BearerHash(of: proof))
            try transaction.audit.append(
                AuditEvent(.activationIssued, at: now, accountID: account.id, activationID: id))
            return IssuedActivation(
                account: account, activationID: id, link: link, expiresAt: expiresAt, isNewAccount: isNewAccount,
                isAdditional: isAdditional, voidedCount: pending.count)
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

    /// Finds the active account of this name, or creates one.
    private static func account(
        _ name: String, _ transaction: any Transaction, at now: Timestamp
    ) throws -> (Account, isNew: Bool) {
        let users = UserNames(transaction: transaction)
        if let account = try users.account(named: name) {
            guard account.isActive else {
                throw ManagerError(
                    .accountDisabled,
                    "\(name) is disabled: enable the account first, by applying `users: [{ name: \(name), active: true }]`."
                )
            }
            return (account, false)
        }
        let free: String
        do { free = try users.free(name) } catch let refusal as UserNames.Refusal {
            throw ManagerError(.userName, "A user's name \(refusal.description)")
        }
        let account = Account(id: TimeOrderedID.account(at: now), name: free, isActive: true)
        try transaction.accounts.insert(account, at: now)
        try transaction.audit.append(AuditEvent(.accountCreated, at: now, accountID: account.id))
        return (account, true)
    }
}
