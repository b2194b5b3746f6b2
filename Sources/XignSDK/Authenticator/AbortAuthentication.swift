internal import XignProtocol

extension Authenticator {
    /// Ends the session at the user's request.
    func abort(_ request: AuthenticateRequest, _ reason: AbortReason) -> Flow<Void> {
        Flow("abortAuthentication", device) { _ in
            let process = request.process
            let reason: Abort.Reason =
                switch reason {
                case .cancelled: .cancelled
                case .notMe: .notMe
                }
            _ = try await process.manager.perform(
                Abort.self, Abort.Request(sessionId: process.session, sessionToken: process.token, reason: reason))
        }
    }
}
