#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A terminal on which a question is asked and answered with a line.
struct TerminalDevice: Sendable {
    let path: String

    private static let lineLimit = 1024

    /// - Throws: ``InputError``.
    func ask(_ prompt: String) throws -> String {
        try withDescriptor { descriptor in
            _ = writeAll(prompt, to: descriptor)
            return try readLine(from: descriptor, until: nil)
        }
    }

    /// Asks with the echo off. The terminal is as before when this returns or throws, and before a signal that came
    /// meanwhile has its usual effect. A program that was stopped (Control-Z) asks again when it goes on.
    /// - Throws: ``InputError``.
    func askHidden(_ prompt: String) throws -> String {
        while true {
            do {
                return try withDescriptor { descriptor in
                    try SignalTrap.during { trap in
                        try withoutEcho(descriptor) {
                            // Only now: who answers as soon as the prompt is there must not be seen.
                            _ = writeAll(prompt, to: descriptor)
                            return try readLine(from: descriptor, until: trap)
                        }
                    }
                }
            } catch let caught as SignalTrap.Caught {
                caught.takeEffect()
                if caught.signal != SIGTSTP { throw InputError.interrupted }
            }
        }
    }

    private func withDescriptor<R>(_ body: (Int32) throws -> R) throws -> R {
        let descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError.noTerminal }
        defer { close(descriptor) }
        return try body(descriptor)
    }

    private func withoutEcho<R>(_ descriptor: Int32, _ body: () throws -> R) throws -> R {
        var original = termios()
        guard unsafe tcgetattr(descriptor, &original) == 0 else { throw InputError.noTerminal }
        var silent = original
        silent.c_lflag &= ~tcflag_t(ECHO | ECHONL)
        // Flushing forgets what was typed before, which was meant for somebody else and has been seen.
        guard unsafe tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw InputError.noTerminal }
        defer {
            unsafe tcsetattr(descriptor, TCSAFLUSH, &original)
            _ = writeAll("\n", to: descriptor)
        }
        return try body()
    }

    private func readLine(from descriptor: Int32, until trap: SignalTrap?) throws -> String {
        var line = Line(limit: Self.lineLimit)
        defer { line.wipe() }
        while true {
            try trap?.waitForInput(from: descriptor)
            var byte: UInt8 = 0
            let count = unsafe read(descriptor, &byte, 1)
            if count == 1 {
                if try line.append(byte) { return try line.text() }
            } else if count == 0 || errno != EINTR {
                throw InputError.endOfInput
            }
        }
    }
}
