import XignDomain
import XignProtocol
import XignStorage

/// Begins a login for a browser.
///
/// In two steps, so that the caller can count the login for the browser's network before it becomes a row.
package struct BeginLogin: Sendable {
    package let session: LoginSession
    /// The value of the browser's cookie; only its hash is stored.
    package let cookie: OpaqueToken

    /// Draws the login's id and its cookie.
    package init(_ authorization: AuthorizationRequest, for service: Service, at now: Timestamp) {
        cookie = .generate()
        session = .began(id: .random(), for: service, authorization, cookieHash: cookie.hash, at: now)
    }

    /// Stores the login.
    ///
    /// - Parameters:
    ///   - replaced: the login that this browser gives up; it ends in the same transaction.
    ///   - displaced: an unclaimed login of somebody else that gives up its place; it is removed.
    package func store(
        _ context: Context, replacing replaced: SessionID? = nil, displacing displaced: SessionID? = nil
    ) async throws {
        try await context.database.write { [session] transaction in
            if let replaced = try replaced.flatMap({ try transaction.sessions.find($0) }), replaced.state.isOpen {
                _ = try transaction.sessions.expire(replaced)
            }
            if let displaced { try transaction.sessions.removeUnclaimed(displaced) }
            try transaction.sessions.insert(session)
        }
    }
}
