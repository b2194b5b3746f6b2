import XignDomain
import XignProtocol
import XignStorage

/// The open processes that are bound to an activation from their beginning. Their number is limited, since each is a
/// row in the database.
struct BoundProcesses {
    let activation: Activation
    let now: Timestamp
    let transaction: any Transaction

    /// Begins a utility process.
    /// - Parameter token: claims it, and gives no other right.
    /// - Throws: `tooManyRequests` while too many are open.
    func begin(_ utility: Goal.Utility, token: SecretOctets) throws -> Process {
        try begin(.utility(utility, boundTo: activation.id, claimHash: BearerHash(of: token), at: now))
    }

    /// Begins a login in the service's own app.
    /// - Parameter token: claims it, and gives no other right.
    /// - Throws: `tooManyRequests` while too many are open.
    func begin(_ requirements: LoginRequirements, at service: Service, token: SecretOctets) throws -> Process {
        try begin(
            .inApp(
                requirements, at: service, boundTo: activation.id, claimHash: BearerHash(of: token), at: now))
    }

    private func begin(_ process: Process) throws -> Process {
        let processes = transaction.processes
        guard try processes.openBoundCount(of: activation.id, at: now) < Process.maximumOpenBound else {
            throw ProtocolError(.tooManyRequests, retryAfterSeconds: Process.boundSeconds)
        }
        try processes.insert(process)
        return process
    }

    // MARK: One process for each request

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case begun(SessionID) }

    /// Returns the process that the same request has begun before; nil for a new request.
    /// - Throws: `sessionEnded` if that process is over.
    func repetition(of name: RequestName) throws -> SessionID? {
        guard case .begun(let id)? = try transaction.seenRequests.outcome(of: SeenRequest(name), as: Outcome.self)
        else { return nil }
        guard try transaction.processes.find(id)?.phase(at: now).isOpen ?? false else {
            throw ProtocolError(.sessionEnded)
        }
        return id
    }

    /// Remembers a request until the process that it has begun is over in any case.
    func remember(_ name: RequestName, began process: Process) throws {
        try transaction.seenRequests.remember(
            SeenRequest(name), outcome: Outcome.begun(process.id), until: now + Process.maximumSeconds)
    }
}
