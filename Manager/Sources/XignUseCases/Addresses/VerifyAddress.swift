import XignDomain
import XignProtocol
import XignStorage

/// Verifies a mail address of a person by a code that is mailed to it, and typed in the browser session that has asked.
package struct VerifyAddress: Sendable {
    /// The reason why an address cannot be verified, whatever code is typed.
    package enum Obstacle: Sendable, Equatable, CaseIterable {
        /// Mail servers do not take its characters.
        case unwritable
        /// The account has `AttributeValue.maximumVerifiedAddresses` already.
        case tooMany
    }

    /// The state of an address, as its page begins with it.
    package enum State: Sendable {
        case unasked(ListOwnData.Value, Obstacle?)
        /// A code counts, and waits for the person.
        case asked(ListOwnData.Value, MailCode)
        case verified(ListOwnData.Value)
    }

    package enum Sending: Sendable, Equatable {
        case sent
        /// The code was mailed too often, or too short a time ago.
        case notAgain
        case limited(MailCodeLimits.Reached)
        case refused
        /// The account has no such address, or the browser's session has ended.
        case notThere
    }

    package enum Outcome: Sendable, Equatable {
        case verified
        case wrong(triesLeft: Int)
        /// No code counts now.
        case over
        case refused
        /// The account has no such address, or the browser's session has ended.
        case notThere
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: the public id of an attribute value.
    /// - Returns: nil where the account has no such address, or the session has ended.
    package func state(of id: String, in session: BrowserSession) throws -> State? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard try transaction.openSession(session, at: now) != nil,
                let value = try transaction.ownAddress(id, of: session.accountID)
            else { return nil }
            guard !value.value.isVerified else { return .verified(value) }
            if let obstacle = try transaction.obstacle(to: value.value) { return .unasked(value, obstacle) }
            if let code = try MailedCodes(now: now, transaction: transaction).current(value.subject(in: session)) {
                return .asked(value, code)
            }
            return .unasked(value, nil)
        }
    }

    /// Mails a code, or the present one again.
    /// - Parameters:
    ///   - network: the network of the browser, for the limits.
    ///   - language: of the page, in which the mail is written.
    package func send(
        to id: String, in session: BrowserSession, from network: String, language: Language
    ) async throws -> Sending {
        let now = context.clock.now()
        let sending = try await context.database.write { transaction -> MailedCodes.Sending? in
            guard try transaction.openSessionLockingAccount(session, at: now) != nil,
                let value = try transaction.ownAddress(id, of: session.accountID)
            else { return .notThere }
            guard !value.value.isVerified, try transaction.obstacle(to: value.value) == nil else { return nil }
            return try MailedCodes(now: now, transaction: transaction)
                .send(value.subject(in: session), from: network, in: language)
        }
        sending?.count(in: context.database.metrics)
        return switch sending {
        case nil: .refused
        case .mailed: .sent
        case .notAgain: .notAgain
        case .limited(let limit): .limited(limit)
        case .notThere: .notThere
        }
    }

    /// Judges a code, and lets the right one verify the address. The account's devices and its other verified addresses
    /// are told.
    package func callAsFunction(
        _ id: String, with code: MailedCode, in session: BrowserSession
    ) async throws -> Outcome {
        let now = context.clock.now()
        return try await context.database.write { transaction -> Outcome in
            guard let found = try transaction.openSessionLockingAccount(session, at: now),
                let value = try transaction.ownAddress(id, of: session.accountID)
            else { return .notThere }
            // A double click has sent the form twice.
            guard !value.value.isVerified else { return .verified }
            guard try transaction.obstacle(to: value.value) == nil else { return .refused }
            switch try MailedCodes(now: now, transaction: transaction).judge(code, for: value.subject(in: session)) {
            case .over: return .over
            case .wrong(let code): return .wrong(triesLeft: code.triesLeft)
            case .right: break
            }
            // Before the change: the others are told, and not who has just read the code.
            try Performer(
                actor: .device(found.activation.id), browserSession: session.id, network: session.network, now: now,
                transaction: transaction
            ).record(.addressVerified, .addressChanged, of: session.accountID)
            var verified = value.value
            verified.verification = .code
            try transaction.attributeValues.save(verified, at: now)
            return .verified
        }
    }
}

extension Performer {
    /// Removes a verified address of an account. Its devices and its verified addresses are told, this one, too.
    func removeAddress(_ address: AttributeValue, of account: Account) throws {
        try record(.addressRemoved, .addressChanged, of: account.id)
        let attributes = UserAttributes(account: account, transaction: transaction, now: now)
        let rest = try attributes.all().filter { $0.attribute == .email && $0.id != address.id }
        _ = try attributes.replace(.email, by: rest.map(UserAttributes.DeclaredValue.init))
    }
}

extension ListOwnData.Value {
    fileprivate func subject(in session: BrowserSession) -> MailCode.Subject {
        MailCode.Subject(.verifyAddress, account: value.accountID, value: value.id, binding: session.cookieHash)
    }
}

extension Transaction {
    fileprivate func ownAddress(_ id: String, of account: AccountID) throws -> ListOwnData.Value? {
        try ownValues(of: account).first { $0.id.hasSameBytes(as: id) && $0.value.attribute == .email }
    }

    fileprivate func obstacle(to address: AttributeValue) throws -> VerifyAddress.Obstacle? {
        guard address.canBeMailed else { return .unwritable }
        let count = try attributeValues.all(of: address.accountID).count { $0.attribute == .email && $0.isVerified }
        return count < AttributeValue.maximumVerifiedAddresses ? nil : .tooMany
    }

    /// Finds a verified address of an account by the id of its value.
    func verifiedAddress(_ id: [UInt8], of account: AccountID) throws -> AttributeValue? {
        try attributeValues.all(of: account).first { $0.id == id && $0.attribute == .email && $0.isVerified }
    }
}
