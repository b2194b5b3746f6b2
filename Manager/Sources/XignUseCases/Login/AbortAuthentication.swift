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
            let bound = try BoundSession(any: request.sessionId, token: request.sessionToken, transaction)
            // Again, after the answer was lost.
            if bound.session.declineReason == request.reason { return }
            guard try transaction.sessions.decline(bound.session, reason: request.reason) else {
                throw ProtocolError(.sessionEnded)
            }
            try transaction.attributeReleases.remove(bound.session.id)
            let activation = try transaction.activations.find(bound.activationID)
            try transaction.audit.append(
                AuditEvent(
                    request.reason == .notMe ? .loginDisowned : .loginDeclined, at: call.now,
                    accountID: activation?.accountID, activationID: bound.activationID,
                    serviceID: bound.session.serviceID, sessionID: bound.session.id))
        }
        return Abort.Response()
    }
}
