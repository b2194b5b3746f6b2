import XignDomain
import XignProtocol
import XignStorage

/// `startUtility`: a device begins a process on its own activation or account, and is bound to it from the beginning.
package struct StartUtilityProcess: DeviceOperationHandler {
    package typealias Operation = StartUtility

    package init() {}

    package func answer(_ request: StartUtility.Request, _ call: DeviceCall) async throws -> StartUtility.Response {
        let proven = try call.admittedActivation(request.activationId)
        let policy = try call.context.policy()
        let name = call.name(proven.id)
        // A refusal is returned: its record in the audit log must be kept.
        let answer = try await call.context.database.write { transaction -> Result<SessionID, ProtocolError> in
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            let processes = BoundProcesses(activation: activation, now: call.now, transaction: transaction)
            if let id = try processes.repetition(of: name) { return .success(id) }
            let rules = UtilityRules(activation: activation, policy: policy, now: call.now, transaction: transaction)
            let utility: Goal.Utility
            switch try rules.judge(request.utility, by: request.client) {
            case .success(let allowed): utility = allowed
            case .failure(let refusal):
                try transaction.auditOnce(
                    refusal: refusal, of: request.utility.purpose, activation: activation, at: call.now)
                return .failure(refusal)
            }
            let process = try processes.begin(utility, token: name.bearerValue)
            try processes.remember(name, began: process)
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
