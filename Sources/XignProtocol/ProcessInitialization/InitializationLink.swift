/// A pid in one of its three forms: bare, in an App-Link (`https://<app link origin>/a#<pid>`), or in a Deep-Link
/// (`<scheme>://a#<pid>`, with a scheme of the app's own) (protocol.md, section 2).
public struct InitializationLink: Sendable, Equatable {
    /// The form of the link.
    public enum Source: Sendable, Equatable {
        /// The pid alone.
        case bare
        /// An App-Link. The receiver must check that the origin is one of the manager's `appLinkOrigins`.
        case appLink(origin: ManagerOrigin)
        /// A Deep-Link. Any app can register a scheme, so the receiver refuses personalization unless the app opted in.
        case deepLink(scheme: String)
    }

    /// The pid.
    public let data: InitializationPayload
    /// The form in which the pid arrived.
    public let source: Source

    /// Reads any of the three forms.
    /// - Throws: `InitializationPayload.ParsingError`.
    public init(parsing text: String) throws(InitializationPayload.ParsingError) {
        guard let hash = text.firstIndex(of: "#") else {
            data = try InitializationPayload(parsing: text)
            source = .bare
            return
        }
        let address = text[..<hash]
        guard let end = address.range(ofLiteral: "://") else { throw .notInitializationData }
        let scheme = address[..<end.lowerBound]
        if scheme == "https" || scheme == "http" {
            guard address.hasSuffix("/a"), let origin = ManagerOrigin(String(address.dropLast(2))) else {
                throw .notInitializationData
            }
            source = .appLink(origin: origin)
        } else {
            guard Self.isScheme(scheme), address[end.upperBound...] == "a" else { throw .notInitializationData }
            source = .deepLink(scheme: String(scheme))
        }
        data = try InitializationPayload(parsing: text[text.index(after: hash)...])
    }

    /// Returns whether a text is a scheme (RFC 3986, section 3.1) in lower case, so that `HTTPS` is not accepted as the
    /// scheme of an app.
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLowercaseLetter else { return false }
        return text.utf8.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// Writes the App-Link for a QR code or a mail.
    public static func appLink(_ data: InitializationPayload, at origin: ManagerOrigin) -> String {
        "\(origin)/a#\(data.text)"
    }
}

extension Substring {
    fileprivate func range(ofLiteral text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
