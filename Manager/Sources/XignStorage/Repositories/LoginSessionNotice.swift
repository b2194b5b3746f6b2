import XignDomain
import XignProtocol

/// What a notice tells of a login session that has changed: as much as its open pages may know.
package struct LoginSessionNotice: Sendable, Equatable {
    package static let topic: StaticString = "session"

    package let id: SessionID
    /// As the row says it: time may have passed since.
    package let state: LoginSession.State
    package let channel: Channel
    package let declineReason: Abort.Reason?
    package let expiresAt: Timestamp

    static let columns: SQL.Fragment = "state, channel, decline_reason, expires_at"

    init(_ id: SessionID, _ row: Row) throws {
        self.id = id
        state = try row("state")
        channel = try row("channel")
        declineReason = try row.optional("decline_reason")
        expiresAt = try row("expires_at")
    }

    /// The id and the values of the columns, with spaces between; `-` for none.
    var payload: String {
        "\(id) \(state.rawValue) \(channel.rawValue) \(declineReason?.rawValue ?? "-") \(expiresAt.rawValue)"
    }

    /// The session that a payload is about, whatever else it says.
    package static func session(of payload: String) -> SessionID? {
        payload.split(separator: " ").first.flatMap { SessionID(text: String($0)) }
    }

    /// Nil for what is no such payload: another version of this program may have sent it.
    package init?(payload: String) {
        let parts = payload.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, let id = SessionID(text: parts[0]), let state = LoginSession.State(rawValue: parts[1]),
            let channel = Channel(rawValue: parts[2]), parts[3] == "-" || Abort.Reason(rawValue: parts[3]) != nil,
            let expiresAt = Int64(parts[4])
        else { return nil }
        self.id = id
        self.state = state
        self.channel = channel
        declineReason = Abort.Reason(rawValue: parts[3])
        self.expiresAt = Timestamp(rawValue: expiresAt)
    }
}
