public import Foundation
package import XignProtocol

// The logins in an app, as the test manager performs them.

extension TestManager {
    /// The client id of a service that lets apps in, without a Keycloak.
    public static let inAppClientID = "0a6e73d6-30bc-4864-b88e-b274582313c5"

    /// The file of that service, for `addServiceConfiguration(_:)` of the builder.
    public var serviceConfiguration: Data {
        Data(#"{"idmIdentifier":"\#(idm)","clientId":"\#(Self.inAppClientID)","name":"canteen"}"#.utf8)
    }

    package func inAppStart(_ request: InAppStart.Request) throws -> InAppStart.Response {
        guard request.clientId == Self.inAppClientID else { throw ProtocolError(.notAllowed) }
        return state.withLock { state in
            state.inAppRequests.append(request)
            state.isInAppConfirmed = false
            state.login = Login(.inAppLogin(offlineUntil: nil))
            state.login.channel = .inApp
            state.login.service = ServiceDescription(
                id: request.clientId, name: "Canteen", origin: "app", description: nil)
            return InAppStart.Response(sessionId: session, sessionToken: claimToken)
        }
    }

    package func collectCode(_ request: CollectCode.Request) throws -> CollectCode.Response {
        guard request.sessionId == session, request.sessionToken == sessionToken,
            state.withLock({ $0.login.subject.purpose == .inAppLogin && $0.isInAppConfirmed })
        else { throw ProtocolError(.unauthenticated) }
        return CollectCode.Response(code: "code-of-\(request.sessionId)")
    }
}
