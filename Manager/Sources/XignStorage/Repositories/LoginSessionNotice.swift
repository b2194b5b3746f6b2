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

    init(
        _ id: SessionID, _ state: LoginSession.State, _ channel: Channel, _ expiresAt: Timestamp,
        declineReason: Abort.Reason? = nil
    ) {
        self.id = id
        self.state = state
        self.channel = channel
        self.declineReason = declineReason
        self.expiresAt = expiresAt
    }

    /// The id and the values, with spaces between; `-` for none.
    var payload: String {
        "\(id) \(state.rawValue) \(channel.rawValue) \(declineReason?.rawValue ?? "-") \(expiresAt.rawValue)"
    }

    /// The session that a payload is about, whatever else it says.
    package static func session(of payload: String) -> SessionID? {
        parts(of: payload).first.flatMap(SessionID.init(text:))
    }

    /// Nil for what is no such payload: another version of this program may have sent it.
    package init?(payload: String) {
        let parts = Self.parts(of: payload)
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

    private static func parts(of payload: String) -> [String] {
        payload.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }
}
