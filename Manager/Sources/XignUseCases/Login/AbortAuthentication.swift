import XignDomain
import XignProtocol
import XignStorage

/// `abort`: the user cancels, or says that somebody else began the login. Never counted.
package struct AbortAuthentication: DeviceOperationHandler {
    package typealias Operation = Abort

    package init() {}

    package func answer(_ request: Abort.Request, _ call: DeviceCall) async throws -> Abort.Response {
        try call.admit(.sessionToken(request.sessionToken))
        try await call.context.database.write { transaction in
            let claimed = try ClaimedProcess(request.sessionId, token: request.sessionToken, transaction)
            let process = claimed.process
            // A repetition after the answer was lost.
            let reason = DeclineReason(request.reason)
            if case .declined(_, reason) = process.phase { return }
            guard let declined = process.declined(reason), try transaction.processes.apply(declined) else {
                throw ProtocolError(.sessionEnded)
            }
            try transaction.attributeReleases.remove(process.id)
            let activation = try transaction.activations.find(claimed.claim.activationID)
            try transaction.audit.append(
                AuditEvent(
                    request.reason == .notMe ? .loginDisowned : .loginDeclined, at: call.now,
                    accountID: activation?.accountID, activationID: claimed.claim.activationID,
                    serviceID: process.serviceID, sessionID: process.id))
        }
        return Abort.Response()
    }
}

extension DeclineReason {
    fileprivate init(_ reason: Abort.Reason) {
        switch reason {
        case .cancelled: self = .cancelled
        case .notMe: self = .notMe
        }
    }
}
