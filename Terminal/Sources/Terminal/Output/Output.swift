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
    /// The size of a terminal's window.
    public struct Window: Hashable, Sendable {
        public let columns: Int
        public let lines: Int

        public init(columns: Int, lines: Int) { (self.columns, self.lines) = (columns, lines) }
    }

    /// True for a terminal.
    public let isTerminal: Bool
    /// True for a terminal that obeys escape sequences, on which lines may be redrawn.
    public let redrawsLines: Bool
    /// True if escape sequences for colours are written.
    public let showsColours: Bool
    private let size: @Sendable () -> Window?
    /// Nil where the text goes to no file.
    private let descriptor: Int32?
    private let sink: @Sendable (String) -> Bool

    public static let standardOutput = Output(descriptor: 1)
    public static let standardError = Output(descriptor: 2)

    /// - Parameter sink: receives the written text, on the thread that writes.
    public init(
        isTerminal: Bool = false, showsColours: Bool = false, window: Window? = nil,
        sink: @escaping @Sendable (String) -> Void
    ) {
        (self.isTerminal, redrawsLines) = (isTerminal, isTerminal)
        size = { window }
        self.showsColours = showsColours
        descriptor = nil
        self.sink = {
            sink($0)
            return true
        }
    }

    /// An output to an open file descriptor. Shows colours if it is a terminal that obeys escape sequences, and
    /// `NO_COLOR` is unset or empty.
    init(descriptor: Int32, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
        redrawsLines = isTerminal && Self.obeysEscapes(environment)
        showsColours = isTerminal && Self.allowsColours(environment)
        size = { Self.window(of: descriptor) }
        sink = { writeAll($0, to: descriptor) }
    }

    static func allowsColours(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty && obeysEscapes(environment)
    }

    /// Returns false for a terminal that may show escape sequences as text: `TERM` is unset, empty or `dumb`.
    private static func obeysEscapes(_ environment: [String: String]) -> Bool {
        !["", "dumb"].contains(environment["TERM"] ?? "")
    }

    /// The size of the terminal's window at this moment; nil where there is none or where the terminal does not know.
    public var window: Window? { size() }

    private static func window(of descriptor: Int32) -> Window? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return Window(columns: Int(size.ws_col), lines: Int(size.ws_row))
    }

    /// Returns true if both lead to one terminal, also where one of them was opened as `/dev/tty`.
    func isSameTerminal(as other: Output) -> Bool {
        guard isTerminal, other.isTerminal, let descriptor, let otherDescriptor = other.descriptor else { return false }
        var (file, otherFile) = (stat(), stat())
        if unsafe fstat(descriptor, &file) == 0, unsafe fstat(otherDescriptor, &otherFile) == 0,
            file.st_rdev == otherFile.st_rdev
        {
            return true
        }
        // Only the terminal of its own session tells a process the session.
        let session = tcgetsid(descriptor)
        return session >= 0 && session == tcgetsid(otherDescriptor)
    }

    /// Writes text.
    /// - Returns: false if it could not be written completely, for example because the disk is full.
    func write(_ text: String) -> Bool { sink(text) }
}

/// Writes all of `text`, with retries after partial writes. Returns false on failure.
func writeAll(_ text: String, to descriptor: Int32) -> Bool { writeAll([UInt8](text.utf8), to: descriptor) }

/// Writes all bytes, with retries after partial writes. Returns false on failure.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
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
