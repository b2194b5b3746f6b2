import XignDomain
import XignProtocol
import XignStorage

/// `startUtility`: a device begins a process on its own activation or account, and is bound to it from the beginning.
package struct StartUtilityProcess: DeviceOperationHandler {
    package typealias Operation = StartUtility

    package init() {}

    package func answer(_ request: StartUtility.Request, _ call: DeviceCall) async throws -> StartUtility.Response {
        let proven = try call.admittedActivation(request.activationId)
        if !request.utility.purpose.takesAway { try call.admit(.changing(proven.accountID)) }
        // A refusal is returned: its record in the audit log must be kept.
        let answer = try await call.context.database.write {
            transaction -> Result<StartUtility.Response, ProtocolError> in
            let name = try call.name(proven.id, transaction)
            let policy = try transaction.declared.policy()
            func response(_ id: SessionID) -> StartUtility.Response {
                StartUtility.Response(
                    sessionId: id, sessionToken: name.bearerValue,
                    pinPolicy: request.utility.purpose.needsPINPolicy ? policy.pin : nil)
            }
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            let processes = BoundProcesses(activation: activation, now: call.now, transaction: transaction)
            if let id = try processes.repetition(of: name) { return .success(response(id)) }
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
            return .success(response(process.id))
        }
        return try answer.get()
    }
}

extension Purpose {
    /// True for processes that only take something away, which no limit of changes refuses.
    fileprivate var takesAway: Bool { self == .revoke || self == .delete }

    /// True for processes that end with a new PIN.
    fileprivate var needsPINPolicy: Bool { self == .changePin || self == .newActivation }
}
