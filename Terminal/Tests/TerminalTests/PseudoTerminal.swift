import Foundation

/// A pseudoterminal that the test controls.
final class PseudoTerminal: Sendable {
    struct Unavailable: Error {}

    let path: String
    let device: Int32
    private let master: Int32

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        #if os(Linux)
            // unlockpt and ptsname are not available in Swift. They use TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)).
            var (locked, number): (Int32, Int32) = (0, 0)
            guard ioctl(master, 0x4004_5431, &locked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
                throw Unavailable()
            }
            path = "/dev/pts/\(number)"
        #else
            guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { throw Unavailable() }
            path = String(cString: name)
        #endif
        // Held open, since a terminal that no process uses loses its settings.
        device = open(path, O_RDWR | O_NOCTTY)
    }

    deinit {
        close(device)
        close(master)
    }

    var echoes: Bool {
        var settings = termios()
        tcgetattr(device, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Gives the window a size, as a terminal emulator does.
    func resize(columns: UInt16, lines: UInt16) {
        var size = winsize(ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    func type(_ bytes: [UInt8]) { _ = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) } }
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Reads the output up to and including `end`, which must come within a minute.
    func shown(until end: String) throws -> String {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 1024)
        while !text.hasSuffix(end) {
            var readable = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 60_000) == 1 else { throw Unavailable() }
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { throw Unavailable() }
            text += String(decoding: buffer[..<count], as: UTF8.self)
        }
        return text
    }
}

/// Runs blocking code on a new thread.
func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
