import Glibc
import XignHTTP

/// A client for messages to websites, at addresses that an operator has registered.
///
/// It connects to public addresses and to those that the operator has listed, by TLS alone, and trusts the system's
/// authorities. It follows no redirect, uses no proxy, keeps no connection and no cookie, and reads of an answer
/// nothing but its status, and the body of a refusal.
package struct HTTPSClient: Sendable {
    /// The time for the name, the connection and TLS.
    static let connectTime: Duration = .seconds(5)
    /// The time from the beginning to the end of the answer's header.
    package static let totalTime: Duration = .seconds(10)

    /// The longest body of a refusal that is read.
    private static let maximumBodyBytes = 4 << 10

    private let policy: AddressPolicy
    private let authorities: [UInt8]?

    /// - Parameters:
    ///   - policy: the addresses that are connected to.
    ///   - authorities: certificates in PEM that are trusted besides the system's.
    package init(_ policy: AddressPolicy = AddressPolicy(), authorities: [UInt8]? = nil) {
        self.policy = policy
        self.authorities = authorities
    }

    /// Loads libcurl, once for all clients. Nothing else needs it.
    /// - Throws: `notLoaded`.
    package func load() throws(HTTPSFailure) { try EasyHandle.load() }

    /// Posts a form, and blocks the calling thread meanwhile.
    /// - Parameters:
    ///   - form: `application/x-www-form-urlencoded`.
    ///   - url: an https URL.
    ///   - isCancelled: asked once a second; true ends the exchange.
    package func post(
        _ form: [UInt8], to url: String, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(HTTPSFailure) -> PostedAnswer {
        try load()
        blockSIGPIPE()
        let exchange = Exchange(
            policy: policy, maximumBodyBytes: Self.maximumBodyBytes, readsBody: { $0 >= 400 }, isCancelled: isCancelled)
        return try EasyHandle().post(form, to: url, exchange, authorities: authorities)
    }
}

/// The answer of a website.
package struct PostedAnswer: Sendable {
    package let status: Int
    /// The body of a refusal (status 400 and above), as far as it came in time: foreign text. Of a longer one than
    /// 4 KiB, a part or nothing.
    package let body: [UInt8]
}

/// The reason why a request has no answer. It names nothing that the other side has sent.
package enum HTTPSFailure: Error, Equatable, Sendable, CustomStringConvertible {
    case notLoaded(String)
    /// The address of the connection is neither public nor listed.
    case addressRefused(RemoteAddress)
    case notHTTPS
    case certificateRefused
    case timedOut
    case headerTooLarge
    case cancelled
    /// Nothing listens at the address.
    case notConnected(_ text: String)
    /// - Parameter text: libcurl's constant description: name not found, connection refused or lost.
    case failed(_ text: String)

    package var description: String {
        switch self {
        case .notLoaded(let reason): "libcurl cannot be loaded: \(reason)"
        case .addressRefused(let address): "\(address) is not a public address, and not listed in outgoing"
        case .notHTTPS: "the address is not an https URL"
        case .certificateRefused: "the certificate is not trusted"
        case .timedOut: "no answer in time"
        case .headerTooLarge: "the header of the answer is too large"
        case .cancelled: "interrupted"
        case .notConnected(let text), .failed(let text): text
        }
    }
}

/// Blocks SIGPIPE on this thread, which the system sends for a connection that the other side has closed and which
/// would end the process. libcurl, told to use no signals, leaves that to its caller.
func blockSIGPIPE() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
