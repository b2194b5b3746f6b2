/// A pid with the way it came: bare, in an App-Link (`https://<app link origin>/a#<pid>`), or in a Deep-Link
/// (`<scheme>://a#<pid>`, with a scheme that the app named itself).
public struct InitializationLink: Sendable, Equatable {
    public enum Source: Sendable, Equatable {
        case bare
        /// The receiver must find the origin among the manager's `appLinkOrigins`.
        case appLink(origin: ManagerOrigin)
        /// Any app can register a scheme: the receiver refuses personalization by this way unless the app opted in.
        case deepLink(scheme: String)
    }

    public let data: ProcessInitializationData
    public let source: Source

    /// Reads any of the three forms.
    public init(parsing text: String) throws(ProcessInitializationData.ParsingError) {
        guard let hash = text.firstIndex(of: "#") else {
            data = try ProcessInitializationData(parsing: text)
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
            guard !scheme.isEmpty, address[end.upperBound...] == "a" else { throw .notInitializationData }
            source = .deepLink(scheme: String(scheme))
        }
        data = try ProcessInitializationData(parsing: text[text.index(after: hash)...])
    }

    /// The link for a QR code or a mail.
    public static func appLink(_ data: ProcessInitializationData, at origin: ManagerOrigin) -> String {
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
