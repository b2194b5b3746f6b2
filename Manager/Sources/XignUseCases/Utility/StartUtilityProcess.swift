import XignDomain
import XignProtocol
import XignStorage

/// `startUtility`: a device begins a process on its own activation or account, and is bound to it from the beginning.
package struct StartUtilityProcess: DeviceOperationHandler {
    package typealias Operation = StartUtility

    package init() {}

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case begun(SessionID) }

    /// The time for which a request is remembered: until the process that it began has ended in any case.
    private static let memorySeconds = Process.maximumSeconds

    package func answer(_ request: StartUtility.Request, _ call: DeviceCall) async throws -> StartUtility.Response {
        let proven = try call.admittedActivation(request.activationId)
        let policy = try call.context.policy()
        let name = call.name(proven.id)
        // A refusal is returned: its record in the audit log must be kept.
        let answer = try await call.context.database.write { transaction -> Result<SessionID, ProtocolError> in
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            if case .begun(let id)? = try transaction.seenRequests.outcome(of: SeenRequest(name), as: Outcome.self) {
                let isOpen = try transaction.processes.find(id)?.phase(at: call.now).isOpen ?? false
                return isOpen ? .success(id) : .failure(ProtocolError(.sessionEnded))
            }
            let rules = UtilityRules(activation: activation, policy: policy, now: call.now, transaction: transaction)
            let utility: Goal.Utility
            switch try rules.judge(request.utility, by: request.client) {
            case .success(let allowed): utility = allowed
            case .failure(let refusal):
                try transaction.auditOnce(
                    refusal: refusal, of: request.utility.purpose, activation: activation, at: call.now)
                return .failure(refusal)
            }
            let process = try BoundProcesses(activation: activation, now: call.now, transaction: transaction)
                .begin(utility, token: name.bearerValue)
            try transaction.seenRequests.remember(
                SeenRequest(name), outcome: Outcome.begun(process.id), until: call.now + Self.memorySeconds)
            return .success(process.id)
        }
        return StartUtility.Response(
            sessionId: try answer.get(), sessionToken: name.bearerValue,
            pinPolicy: request.utility.purpose.needsPINPolicy ? policy.pin : nil)
    }
}

extension Purpose {
    /// True for processes that end with a new PIN.
    fileprivate var needsPINPolicy: Bool { self == .changePin || self == .newActivation }
}
