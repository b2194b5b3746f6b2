#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A terminal device for questions that are answered with one line.
struct TerminalDevice: Sendable {
    let path: String

    private static let lineLimit = 1024

    var isThere: Bool { (try? withDescriptor { _ in }) != nil }

    /// Asks a question.
    ///
    /// A signal that ends the program takes effect later, when the program has cleaned up. A program that was stopped
    /// (Control-Z) asks again when it continues.
    /// - Throws: ``InputError``.
    func ask(_ prompt: String) throws -> String { try ask(prompt) { _, answer in try answer() } }

    /// Asks a question with the echo off. The terminal is restored before the function returns or throws.
    /// - Throws: ``InputError``.
    func askHidden(_ prompt: String) throws -> String { try ask(prompt, withoutEcho) }

    private func ask(
        _ prompt: String, _ during: (_ descriptor: Int32, _ answer: () throws -> String) throws -> String
    ) throws -> String {
        while true {
            do {
                return try withDescriptor { descriptor in
                    try SignalTrap.during(stops: true) { trap in
                        try during(descriptor) {
                            // The prompt appears only after the echo is off, so that a fast answer is hidden too.
                            _ = writeAll(prompt, to: descriptor)
                            return try readLine(from: descriptor, until: trap)
                        }
                    }
                }
            } catch let stopped as SignalTrap.Stopped { stopped.takeEffect() }
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
        // Flushing discards earlier input, which was visible and not meant for this question.
        guard unsafe tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else { throw InputError.noTerminal }
        defer {
            unsafe tcsetattr(descriptor, TCSAFLUSH, &original)
            _ = writeAll("\n", to: descriptor)
        }
        return try body()
    }

    private func readLine(from descriptor: Int32, until trap: SignalTrap) throws -> String {
        var line = Line(limit: Self.lineLimit)
        defer { line.wipe() }
        while true {
            try trap.wait(for: descriptor)
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
