import Testing
import XignDomain
import XignProtocol
import XignStorage

/// Changes of sessions that a story knows by their ids.
extension LoginSessions {
    func claim(
        _ id: SessionID, by activation: ActivationID, channel: Channel = .crossDevice, tokenHash: [UInt8],
        at now: Timestamp
    ) throws -> Bool {
        try claim(try known(id), by: activation, channel: channel, tokenHash: tokenHash, at: now)
    }

    func prepare(_ id: SessionID, role: String, statement: [UInt8], at now: Timestamp) throws -> Bool {
        try prepare(try known(id), role: role, statement: statement, at: now)
    }

    func finish(
        _ id: SessionID, factors: [FactorType], failuresBefore: Int, expiresAt: Timestamp, at now: Timestamp
    ) throws -> Bool {
        try finish(
            try known(id), factors: factors, failuresBefore: failuresBefore, expiresAt: expiresAt, at: now)
    }

    func decline(_ id: SessionID, reason: Abort.Reason) throws -> Bool { try decline(try known(id), reason: reason) }
    func expire(_ id: SessionID) throws -> Bool { try expire(try known(id)) }
    func complete(_ id: SessionID, at now: Timestamp) throws -> Bool { try complete(try known(id), at: now) }

    private func known(_ id: SessionID) throws -> LoginSession { try #require(try find(id)) }
}
