import XignDomain
import XignProtocol
import XignStorage

/// `inAppStart`: an app begins a login at its own service, and is bound to it from the beginning.
///
/// `start` judges account and role, as for every login.
package struct StartInAppLogin: DeviceOperationHandler {
    package typealias Operation = InAppStart

    package init() {}

    package func answer(_ request: InAppStart.Request, _ call: DeviceCall) async throws -> InAppStart.Response {
        let proven = try call.admittedActivation(request.activationId)
        return try await call.context.database.write { transaction in
            let name = try call.name(proven.id, transaction)
            func response(_ id: SessionID) -> InAppStart.Response {
                InAppStart.Response(sessionId: id, sessionToken: name.bearerValue)
            }
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            let processes = BoundProcesses(activation: activation, now: call.now, transaction: transaction)
            if let id = try processes.repetition(of: name) { return response(id) }
            // One answer for an unknown service and for one that does not let apps in. The database takes no NUL, so no
            // service has an id with it.
            guard !request.clientId.utf8.contains(0),
                let service = try transaction.declared.service(ServiceID(request.clientId))?.service, service.isActive,
                service.allowsInApp, service.client.pushedRequests == .optional
            else { throw ProtocolError(.notAllowed) }
            let process = try processes.begin(
                try request.requirements(of: service), at: service, token: name.bearerValue)
            try processes.remember(name, began: process)
            return response(process.id)
        }
    }
}

extension InAppStart.Request {
    /// Checks the terms as the authorization endpoint does (OpenID Connect Core, section 3.1.2.2).
    /// - Throws: `malformed`.
    fileprivate func requirements(of service: Service) throws -> LoginRequirements {
        guard let scope = LoginRequirements.scope(naming: scope ?? "openid", of: service),
            nonce.map(Self.isNonce) ?? true,
            codeChallenge.map(CodeChallenge.isValid) ?? true,
            service.missingProof(challenge: codeChallenge, nonce: nonce) == nil
        else { throw ProtocolError(.malformed) }
        return LoginRequirements(scope: scope, nonce: nonce, codeChallenge: codeChallenge)
    }

    private static func isNonce(_ text: String) -> Bool {
        (1...LoginRequirements.maximumNonceBytes).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
