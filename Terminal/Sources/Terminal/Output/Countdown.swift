extension Console {
    /// Blocks the calling thread for a number of seconds, and shows the remaining seconds on the errors: on a terminal
    /// in one line that is redrawn each second and cleared at the end, elsewhere in a single line.
    /// - Parameter message: returns the line for the remaining seconds.
    public func countdown(seconds: Int, message: (_ left: Int) -> Text) {
        let end = time.now() + .seconds(seconds)
        var shown = 0
        while true {
            let remaining = end - time.now()
            guard remaining > .zero else { break }
            let left = Int((remaining / .seconds(1)).rounded(.up))
            if errors.isTerminal {
                if left != shown { write("\r" + message(left) + "\u{1B}[K", to: errors) }
                time.sleep(remaining - .seconds(left - 1))
            } else {
                if shown == 0 { report(message(left)) }
                time.sleep(remaining)
            }
            shown = left
        }
        if errors.isTerminal, shown > 0 { write("\r\u{1B}[K" as Text, to: errors) }
    }
}
