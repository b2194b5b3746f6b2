import XignDomain
import XignProtocol
import XignStorage

/// An open session, and the activation that has claimed it and shows its token.
struct BoundSession {
    let session: LoginSession
    let activationID: ActivationID

    /// - Throws: `unauthenticated` for an unknown session and for a wrong token alike; `sessionEnded`.
    init(_ id: SessionID, token: SecretOctets, at now: Timestamp, _ transaction: any Transaction) throws {
        try self.init(any: id, token: token, transaction)
        guard session.state(at: now).isOpen else { throw ProtocolError(.sessionEnded) }
    }

    /// The same for a session in whatever state.
    init(any id: SessionID, token: SecretOctets, _ transaction: any Transaction) throws {
        guard let session = try transaction.sessions.find(id), BearerHash.matches(token, session.tokenHash),
            let activationID = session.activationID
        else { throw ProtocolError(.unauthenticated) }
        self.session = session
        self.activationID = activationID
    }
}
