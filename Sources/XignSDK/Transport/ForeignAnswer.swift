import Foundation

/// The kind of an HTTP answer that no manager gives: what stands between the device and the manager has given it.
///
/// It is the `underlying` error of ``XignSdkErrorCode/httpError`` and ``XignSdkErrorCode/responseInvalid`` where it is
/// known. Nothing authenticates it: show it, and decide nothing by it.
public enum ForeignAnswer: Error, Equatable, Sendable, CustomStringConvertible {
    /// The network asks to log in first: HTTP status 511 (RFC 6585, section 6).
    case networkLogin
    /// A proxy demands a password: HTTP status 407.
    case proxyPassword
    /// A redirect, with scheme and authority of its target; nil where it names none. Path and query may be secret.
    case redirect(to: String?)
    /// A web page, as networks that ask to log in first and proxies send it.
    case page
    /// A gateway in front of the manager, which does not reach it: a web page with a status from 500 to 510.
    case gateway

    /// Recognizes an answer by its status and its form; nil for one that a manager could give.
    public init?(_ answer: TransportResponse) {
        let type = answer.headers["content-type"]?.lowercased() ?? ""
        let start = answer.body.first { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }
        let isPage = ["text/html", "application/xhtml+xml"].contains(where: type.hasPrefix)
        switch answer.status {
        case 511: self = .networkLogin
        case 407: self = .proxyPassword
        case 300..<400:
            let target = answer.headers["location"].flatMap { $0.contains("://") ? $0 : nil }
            self = .redirect(to: target.map { WrongTurn.printable(WrongTurn.origin(of: $0)) })
        case 500..<511 where isPage: self = .gateway
        case _ where isPage || (type.isEmpty && start == UInt8(ascii: "<")): self = .page
        default: return nil
        }
    }

    /// The kind in words, to end a sentence such as "In place of the manager answered:".
    public var description: String {
        switch self {
        case .networkLogin: "a network that asks to log in first"
        case .proxyPassword: "a proxy that demands a password"
        case .redirect(let target): target.map { "a redirect to \($0)" } ?? "a redirect"
        case .page: "a web page, perhaps of a network that asks to log in first"
        case .gateway: "a gateway that does not reach the manager"
        }
    }
}

extension XignSdkError {
    /// Makes the error for an answer of status 200 that is none of the manager's.
    static func responseInvalid(_ answer: TransportResponse, _ message: String, underlying: any Error) -> XignSdkError {
        guard let kind = ForeignAnswer(answer) else {
            return XignSdkError(.responseInvalid, message, underlying: underlying)
        }
        return XignSdkError(.responseInvalid, kind.message(status: answer.status), underlying: kind)
    }
}

extension ForeignAnswer {
    /// The advice where a network may ask to log in first.
    static let logInRemedy =
        "Log in to the network if it asks for that, with a browser, or use another one; then try again."

    /// The message for the app's developer.
    func message(status: Int) -> String {
        let remedy =
            switch self {
            case .proxyPassword: "Check the proxy's settings, then try again."
            case .gateway: "The manager may be starting or down: try again later."
            case .networkLogin, .redirect, .page: Self.logInRemedy
            }
        return "Not the manager answered, but something in between: \(self) (HTTP status \(status)). \(remedy)"
    }
}
