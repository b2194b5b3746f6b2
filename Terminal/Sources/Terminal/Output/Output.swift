#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A destination for text: standard output, standard error, or a test's buffer.
public struct Output: Sendable {
    /// True for a terminal, on which lines may be redrawn.
    public let isTerminal: Bool
    /// True if escape sequences for colours are written.
    public let showsColours: Bool
    private let sink: @Sendable (String) -> Bool

    public static let standardOutput = Output(descriptor: 1)
    public static let standardError = Output(descriptor: 2)

    /// - Parameter sink: receives the written text, on the thread that writes.
    public init(isTerminal: Bool = false, showsColours: Bool = false, sink: @escaping @Sendable (String) -> Void) {
        self.isTerminal = isTerminal
        self.showsColours = showsColours
        self.sink = {
            sink($0)
            return true
        }
    }

    /// An output to an open file descriptor. Shows colours if it is a terminal that supports them, and `NO_COLOR` is
    /// unset or empty.
    init(descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
        isTerminal = isatty(descriptor) == 1
        showsColours = isTerminal && Self.allowsColours(environment)
        sink = { writeAll($0, to: descriptor) }
    }

    static func allowsColours(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Writes text.
    /// - Returns: false if it could not be written completely, for example because the disk is full.
    func write(_ text: String) -> Bool { sink(text) }
}

/// Writes all of `text`, with retries after partial writes. Returns false on failure.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var rest = [UInt8](text.utf8)[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 {
            rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            unsafe poll(&request, 1, -1)
        } else if errno != EINTR {
            return false
        }
    }
    return true
}
