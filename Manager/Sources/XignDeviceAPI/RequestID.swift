import XignHTTP

/// The id that a device has given its request: it finds the lines of the log that are about it.
///
/// Nothing authenticates it, so nothing is decided by it. Another form than 32 lower-case digits in base16 is ignored,
/// so that no client writes text of its own into the log.
struct RequestID {
    let text: String

    /// Reads the header field; nil without one of that form, or with several.
    init?(_ headers: Headers) {
        let values = headers.all("Xign-Request-Id")
        guard values.count == 1, values[0].utf8.count == 32, values[0].utf8.allSatisfy(Self.isDigit) else { return nil }
        text = values[0]
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
