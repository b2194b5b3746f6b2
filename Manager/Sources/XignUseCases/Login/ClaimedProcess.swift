import XignDomain
import XignProtocol
import XignStorage

/// A process, and the claim of the device that shows its session token.
struct ClaimedProcess {
    let process: Process
    let claim: Claim

    /// Reads a process in any phase.
    /// - Throws: `unauthenticated` for an unknown process and for a wrong token alike.
    init(_ id: SessionID, token: SecretOctets, _ transaction: any Transaction) throws {
        guard let process = try transaction.processes.find(id), let claim = process.claim,
            claim.tokenHash == BearerHash(of: token)
        else { throw ProtocolError(.unauthenticated) }
        self.process = process
        self.claim = claim
    }

    /// Refuses a process on which its device can no longer act.
    /// - Throws: `sessionEnded`.
    func requireOpen(at now: Timestamp) throws {
        guard process.phase(at: now).isOpen else { throw ProtocolError(.sessionEnded) }
    }
}
