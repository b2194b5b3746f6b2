extension Console {
    /// Blocks the calling thread for a number of seconds, and shows the remaining seconds on the errors: in one line
    /// that is redrawn each second and cleared at the end, or in a single line where lines cannot be redrawn.
    /// - Parameter message: returns the line for the remaining seconds.
    /// - Throws: ``InputError/interrupted`` where a signal arrives that ends the program. It takes effect later, when
    ///   the program has cleaned up.
    public func countdown(seconds: Int, message: (_ left: Int) -> Text) throws {
        try SignalTrap.during { trap in try countdown(seconds: seconds, until: trap, message: message) }
    }

    private func countdown(seconds: Int, until trap: SignalTrap, message: (_ left: Int) -> Text) throws {
        let end = time.now() + .seconds(seconds)
        var shown = 0
        while true {
            let remaining = end - time.now()
            guard remaining > .zero else { break }
            let left = Int((remaining / .seconds(1)).rounded(.up))
            if errors.redrawsLines {
                if left != shown { redraw(message(left)) }
                time.sleep(remaining - .seconds(left - 1))
            } else {
                if shown == 0 { report(message(left)) }
                time.sleep(remaining)
            }
            try trap.wait(milliseconds: 0)
            shown = left
        }
        if errors.redrawsLines, shown > 0 { clearLine() }
    }

    /// Draws a line on the errors, a terminal, in place of the one that was drawn last.
    func redraw(_ line: Text) {
        guard !errors.redrawsLines else { return write("\r" + line + "\u{1B}[K", to: errors) }
        write("\r" + line + Self.spaces(Self.dumbWidth - line.width), to: errors)
    }

    /// Clears the line that was drawn last.
    func clearLine() {
        guard !errors.redrawsLines else { return write("\r\u{1B}[K" as Text, to: errors) }
        write("\r" + Self.spaces(Self.dumbWidth) + "\r", to: errors)
    }

    /// The columns that a line covers on a terminal which may show escape sequences as text.
    private static let dumbWidth = 78

    private static func spaces(_ count: Int) -> Text { Text(String(repeating: " ", count: max(0, count))) }
}
