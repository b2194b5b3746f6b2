import Testing
import XignDomain
import XignProtocol
import XignStorage

/// Transitions of processes that a story knows by their ids.
extension Processes {
    func claim(
        _ id: SessionID, by activation: ActivationID, channel: Channel = .crossDevice, tokenHash: BearerHash,
        at now: Timestamp
    ) throws -> Bool {
        let claim = Claim(activationID: activation, tokenHash: tokenHash)
        return try persist(try known(id).claimed(claim, through: channel, at: now))
    }

    func prepare(_ id: SessionID, role: RoleID, statement: [UInt8], at now: Timestamp) throws -> Bool {
        try persist(try known(id).prepared(Statement(roleID: role, bytes: statement), at: now))
    }

    func finish(
        _ id: SessionID, factors: [FactorType], returnHash: BearerHash? = nil, at now: Timestamp
    ) throws -> Bool {
        try persist(try known(id).confirmed(by: factors, failuresBefore: 0, returnHash: returnHash, at: now))
    }

    func decline(_ id: SessionID, reason: DeclineReason) throws -> Bool { try persist(try known(id).declined(reason)) }
    func expire(_ id: SessionID) throws -> Bool { try persist(try known(id).expired()) }
    func collect(_ id: SessionID, at now: Timestamp) throws -> Bool { try persist(try known(id).collected(at: now)) }

    private func known(_ id: SessionID) throws -> XignDomain.Process { try #require(try find(id)) }

    private func persist(_ transition: Transition?) throws -> Bool { try transition.map { try apply($0) } ?? false }
}

extension XignDomain.Process {
    /// The statement that waits for its signature.
    var statement: [UInt8]? {
        guard case .confirming(_, let statement) = phase else { return nil }
        return statement.bytes
    }

    var confirmation: XignDomain.Confirmation? {
        switch phase {
        case .confirmed(let confirmation), .collected(let confirmation, _): confirmation
        default: nil
        }
    }
}

extension TextID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension BearerHash: ExpressibleByArrayLiteral {
    public init(arrayLiteral bytes: UInt8...) { self.init(bytes: bytes) }
}
