internal import XignProtocol

extension Authenticator {
    /// Ends the session by the user's will.
    func abort(_ request: AuthenticateRequest, _ reason: AbortReason) -> Flow<Void> {
        Flow {
            let process = request.process
            let reason: Abort.Reason =
                switch reason {
                case .cancelled: .cancelled
                case .notMe: .notMe
                }
            _ = try await process.device.perform(
                Abort.self,
                Abort.Request(sessionId: process.session, sessionToken: process.token, reason: reason),
                at: request.idmIdentifier)
        }
    }
}
