import XignDomain
import XignProtocol
import XignStorage

/// The open processes that are bound to an activation from their beginning. Their number is limited, since each is a
/// row in the database.
struct BoundProcesses {
    let activation: Activation
    let now: Timestamp
    let transaction: any Transaction

    /// Begins a process.
    /// - Parameter token: claims it, and gives no other right.
    /// - Throws: `tooManyRequests` while too many are open.
    func begin(_ utility: Goal.Utility, token: SecretOctets) throws -> Process {
        let processes = transaction.processes
        guard try processes.openBoundCount(of: activation.id, at: now) < Process.maximumOpenBound else {
            throw ProtocolError(.tooManyRequests, retryAfterSeconds: Process.utilitySeconds)
        }
        let process = Process.utility(
            utility, boundTo: activation.id, claimHash: BearerHash(of: token), at: now)
        try processes.insert(process)
        return process
    }
}
