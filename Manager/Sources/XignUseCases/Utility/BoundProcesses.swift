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
}
