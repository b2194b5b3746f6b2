import Logging
import OutgoingHTTPS
import Threads
import XignDomain
import XignUseCases

/// The way of mails from one delivery to the operator's server.
///
/// Each delivery has one of its own, so that what the server refuses one of them delays nothing of the others.
final class MailOutlet: Sendable {
    /// The names of the log lines of all mails.
    static let events = DeliveryEvents(
        delivered: "mailDelivered", notDelivered: "mailNotDelivered", notRead: "mailsNotRead")

    /// Twice the time of the longest dialogue.
    static let leaseSeconds = Int64(2 * SMTPClient.totalMilliseconds / 1000)

    /// The time for which nothing is sent after the server has taken no mail, whoever the recipient was.
    private static let restSeconds: Int64 = 60

    private let sender: MailSender
    private let clock: Clock
    private let libcurl: LibcurlUse
    private let restsUntil = Locked(Timestamp(rawValue: 0))

    init(_ sender: MailSender, _ log: Log, _ clock: Clock) {
        (self.sender, self.clock) = (sender, clock)
        libcurl = LibcurlUse(log, failureEvent: "mailsImpossible")
    }

    /// Loads libcurl when the first mail is due.
    /// - Returns: false where it cannot be loaded, and while the server is left alone.
    func isReady() -> Bool {
        libcurl.isLoaded { try sender.client.load() } && restsUntil.withLock { $0 } <= clock.now()
    }

    /// Gives a mail to the server, and blocks the calling thread meanwhile.
    /// - Parameters:
    ///   - to: an address in any characters. One that no mail server takes is given up.
    ///   - id: that of `MailSender.send`.
    ///   - believesRefusal: true if a refusal for good, after the server was told the recipient, gives the mail up.
    func send(
        _ mail: ComposedMail, to: String, id: String, at moment: Timestamp, from provider: OperatorProfile,
        believesRefusal: Bool
    ) -> DeliveryOutcome {
        guard let address = MailAddress(to) else {
            return .givenUp([("reason", "the address has other characters than a mail server takes")])
        }
        do throws(MailFailure) {
            try sender.send(
                mail, to: address, id: id, at: moment, from: provider,
                isCancelled: { [libcurl] in libcurl.isInterrupted })
            return .delivered
        } catch {
            let reason: LogFields = [("reason", "\(error)")]
            switch error.kind {
            case .refused where believesRefusal: return .givenUp(reason)
            case .server:
                let end = clock.now() + Self.restSeconds
                restsUntil.withLock { $0 = end }
                return .failed(reason)
            case .refused, .later, .interrupted: return .failed(reason)
            }
        }
    }

    /// Ends the dialogue under way, and each further one. Called on another thread.
    func interrupt() { libcurl.interrupt() }
}
