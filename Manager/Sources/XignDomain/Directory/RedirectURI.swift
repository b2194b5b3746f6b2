import XignProtocol

/// The one place that judges redirect URIs.
public enum RedirectURI {
    /// Whether a service may register `uri`: https, or http on loopback; a host; no fragment, user information, wildcard or
    /// control character; ASCII only, at most 2,000 bytes.
    public static func isAcceptable(_ uri: String) -> Bool { origin(of: uri) != nil }

    /// Whether a request's URI is one of the service's. By bytes: no normal form, no prefix, no pattern (RFC 9700, section 2.1).
    public static func matches(_ uri: String, _ service: Service) -> Bool {
        service.redirectURIs.contains { $0.hasSameBytes(as: uri) }
    }

    /// Scheme, host and port, as users see it and as the consent statement names it; nil where the URI is not acceptable.
    public static func origin(of uri: String) -> ManagerOrigin? {
        let bytes = uri.utf8
        guard bytes.count <= 2000, bytes.allSatisfy(isAllowed), let schemeEnd = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[schemeEnd...].starts(with: "://".utf8)
        else { return nil }
        let afterScheme = bytes.index(schemeEnd, offsetBy: 3)
        let end = bytes[afterScheme...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        return ManagerOrigin(String(uri[..<(end ?? bytes.endIndex)]))
    }

    /// Visible ASCII, but for what begins a fragment, is a wildcard, or is no character of a URI (RFC 3986, section 2).
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "#"), UInt8(ascii: "\\"), UInt8(ascii: "*"), UInt8(ascii: "\""), UInt8(ascii: "<"),
            UInt8(ascii: ">"),
            UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    /// The first parameter in the URI's own query that an answer has too: a client that reads it twice may take the wrong one (RFC
    /// 6749, section 4.1.2; RFC 9207). Nil where there is none, which is demanded when a URI is registered.
    public static func answerParameter(in uri: String) -> String? {
        guard let query = uri.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let names = uri.utf8[query...].dropFirst().split(separator: UInt8(ascii: "&")).map { pair in
            percentDecoded(pair.prefix { $0 != UInt8(ascii: "=") })
        }
        return names.first(where: answerParameters.contains)
    }

    public static let answerParameters = ["code", "state", "iss", "error"]

    /// What is no encoding stands for itself.
    private static func percentDecoded(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let octet = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            {
                result.append(octet)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The URI with further query parameters, each percent-encoded.
    public static func appending(_ parameters: [(name: String, value: String)], to uri: String) -> String {
        var result = uri
        var hasQuery = uri.utf8.contains(UInt8(ascii: "?"))
        for (name, value) in parameters {
            result += "\(hasQuery ? "&" : "?")\(percentEncoded(name))=\(percentEncoded(value))"
            hasQuery = true
        }
        return result
    }

    /// Everything but the unreserved characters of RFC 3986, section 2.3.
    public static func percentEncoded(_ text: String) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default: result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
