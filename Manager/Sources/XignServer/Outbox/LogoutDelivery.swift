import Logging
import OutgoingHTTPS
import XignDomain
import XignOpenID
import XignProtocol
import XignStorage
import XignUseCases

/// Posts a logout token to the website of each logout (OpenID Connect Back-Channel Logout 1.0, section 2.5).
final class LogoutDelivery: Delivery {
    private let context: Context
    private let client: HTTPSClient
    private let libcurl: LibcurlUse

    init(_ context: Context, _ log: Log, _ client: HTTPSClient) {
        self.context = context
        self.client = client
        libcurl = LibcurlUse(log, failureEvent: "logoutsImpossible")
    }

    var kind: Outbox.Kind { .logout }
    var events: DeliveryEvents {
        DeliveryEvents(
            delivered: "logoutDelivered", notDelivered: "logoutNotDelivered", notRead: "logoutsNotRead")
    }

    func prepare() {}

    /// Loads libcurl when the first logout is due.
    func canDeliver() -> Bool { libcurl.isLoaded { try client.load() } }

    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome {
        let logout = try item.logout(context.database.vault)
        let service = try context.database.read { try $0.services.find(id: logout.serviceID) }
        guard let service, let address = service.client.backChannelLogoutURI else {
            return .givenUp([("reason", "the service has no address for logouts"), ("service", logout.serviceID.text)])
        }
        // A new token each time: a website that remembers `jti` may have failed after that.
        let token = try LogoutToken(logout, at: context.clock.now(), in: context).signed(for: service)
        let fields: LogFields = [("service", service.id.text)]
        do {
            let answer = try client.post(Array("logout_token=\(token)".utf8), to: address) { [libcurl] in
                libcurl.isInterrupted
            }
            let secrets = token.split(separator: ".").map(String.init) + [logout.subject.text, logout.sessionID.text]
            let reason = [("reason", "status \(answer.status)")] + Self.refusal(answer.body, without: secrets)
            switch answer.status {
            // 204, since frameworks replace a 200 without a body (section 2.8).
            case 200, 204: return .delivered
            // It does not take the token, or its own logout failed (section 2.8): the next token would be no better.
            case 400: return .givenUp(fields + reason)
            default: return .failed(fields + reason)
            }
        } catch {
            return .failed(fields + [("reason", "\(error)")])
        }
    }

    /// The reason that a website gives for a refusal (section 2.8; RFC 6749, section 5.2), shortened, and in the
    /// characters that such a reason may have.
    /// - Parameter secrets: parts of the token, which a website may repeat.
    /// - Returns: no fields for an answer in another form.
    static func refusal(_ body: [UInt8], without secrets: [String]) -> LogFields {
        guard case .object(let members)? = try? StrictJSON.parse(body, limits: .message) else { return [] }
        return [("error", "error", 64), ("description", "error_description", 200)].compactMap { name, member, length in
            guard case .string(let text)? = members.first(where: { $0.name == member })?.value else { return nil }
            let visible = secrets.reduce(text) { $0.replacing($1, with: "…") }
                .unicodeScalars.map { (" "..."~").contains($0) || $0 == "…" ? Character($0) : "?" }
            return (name, String(visible.prefix(length)))
        }
    }

    func interrupt() { libcurl.interrupt() }
}
