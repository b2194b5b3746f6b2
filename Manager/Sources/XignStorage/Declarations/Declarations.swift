import XignCrypto
import XignDomain
import XignProtocol

/// The declared things as a transaction sees them: services with organization and roles, the policy, and the operator's
/// profile.
///
/// Under one token each is read from its rows once by all transactions of this process. To learn the token costs a
/// statement, unless another one of the transaction had `Head.Column`.
package struct Declarations {
    let transaction: any Transaction

    /// Finds a service with all that is declared about it; nil for an unknown id.
    package func service(_ id: ServiceID) throws -> DeclaredService? {
        let (cache, token) = (transaction.sharedDeclarations, try storedToken)
        if let token, let known = cache.service(id, under: token) { return known }
        guard let (stored, organization) = try transaction.services.findWithOrganization(id: id) else { return nil }
        let policy = try self.policy()
        var service = stored
        service.attributesOfSettings = policy.attributes
        let found = DeclaredService(
            service: service, organization: organization, roles: try transaction.services.roles(of: id),
            policy: policy)
        if let token { cache.keep(found, under: token) }
        return found
    }

    /// Finds a service as `service` does, for a list that has others.
    /// - Returns: nil also for one whose declaration this version does not know.
    package func readableService(_ id: ServiceID) throws -> DeclaredService? {
        do { return try service(id) } catch let error as StorageError where error.code == .unknownDeclaration {
            return nil
        }
    }

    /// Returns the operator's policy; the standard one where none is set.
    package func policy() throws -> Policy { try settings().policy }

    /// Returns the operator's profile; an empty one where none is set.
    package func operatorProfile() throws -> OperatorProfile { try settings().operatorProfile }

    private func settings() throws -> DeclaredSettings {
        let (cache, token) = (transaction.sharedDeclarations, try storedToken)
        if let token, let known = cache.settings(under: token) { return known }
        let found = DeclaredSettings(
            policy: try transaction.settings.policy(), operatorProfile: try transaction.settings.operatorProfile())
        if let token { cache.keep(found, under: token) }
        return found
    }

    /// The token under which other transactions may have kept what this one would read; nil where there is none.
    private var storedToken: String? {
        get throws {
            if case .stored(let token) = try transaction.currentHead().token { return token }
            return nil
        }
    }
}

extension Transaction {
    /// The declared things that this transaction judges by.
    package var declared: Declarations { Declarations(transaction: self) }

    /// Runs a statement that changes a declared thing or the secret of a service, and replaces the token. Lint refuses
    /// such a statement elsewhere.
    func declare(_ sql: SQL) throws {
        // First the token: a change must not be kept beside the former one.
        var head = try currentHead()
        if head.token != .replaced {
            try Declarations.replaceToken(self)
            head.token = .replaced
            self.head = head
        }
        try execute(sql)
    }
}

extension Declarations {
    /// Stores a new token. For migrations that change declared rows, and for a database that was restored.
    package static func replaceToken(_ transaction: any Transaction) throws {
        try transaction.settings.set(Head.tokenName, to: Base64URL.encode(SecureRandom.bytes(count: 16)))
    }
}
