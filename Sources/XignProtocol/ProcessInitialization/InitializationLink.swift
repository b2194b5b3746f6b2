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

    /// Reads any of the three forms, without the white space at its ends and without a query before the `#`.
    /// - Throws: `InitializationPayload.ParsingError`, which says of a damaged link what has become of it.
    public init(parsing text: String) throws(InitializationPayload.ParsingError) {
        let text = String(CanonicalText.trimmed(text))
        do throws(InitializationPayload.ParsingError) { try self.init(whole: Array(text.utf8)) } catch {
            guard error != .unsupportedFormat, let damage = DamagedLink.damage(to: text) else { throw error }
            throw damage
        }
    }

    /// Reads a text that is such a form from its beginning to its end.
    init(whole text: [UInt8]) throws(InitializationPayload.ParsingError) {
        guard let hash = text.firstIndex(of: UInt8(ascii: "#")) else {
            data = try InitializationPayload(parsing: String(decoding: text, as: UTF8.self))
            source = .bare
            return
        }
        guard let source = Source(address: text[..<hash]) else { throw .notInitializationData }
        self.source = source
        data = try InitializationPayload(parsing: String(decoding: text[(hash + 1)...], as: UTF8.self))
    }

    /// Writes the App-Link for a QR code or a mail.
    public static func appLink(_ data: InitializationPayload, at origin: ManagerOrigin) -> String {
        "\(origin)/a#\(data.text)"
    }
}

extension InitializationLink.Source {
    /// Reads the part of a link before its `#`. Trackers and mail programs add a query, which means nothing.
    init?(address: ArraySlice<UInt8>) {
        let address = address.prefix { $0 != UInt8(ascii: "?") }
        guard address.suffix(2).elementsEqual("/a".utf8) else { return nil }
        let start = address.dropLast(2)
        if let origin = ManagerOrigin(String(decoding: start, as: UTF8.self)) {
            self = .appLink(origin: origin)
        } else {
            // The rest of a Deep-Link is its scheme, `:` and `/`.
            let scheme = start.dropLast(2)
            guard start.suffix(2).elementsEqual(":/".utf8), Self.isScheme(scheme) else { return nil }
            self = .deepLink(scheme: String(decoding: scheme, as: UTF8.self))
        }
    }

    /// Returns whether a text is an app's own scheme (RFC 3986, section 3.1) in lower case, so that `HTTPS` is not
    /// accepted as one.
    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, first.isLowercaseLetter,
            !text.elementsEqual("https".utf8), !text.elementsEqual("http".utf8)
        else { return false }
        return text.allSatisfy { $0.isLowercaseLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }
}
