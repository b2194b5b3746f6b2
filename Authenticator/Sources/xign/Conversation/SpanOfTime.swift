/// A duration in words, such as `1 minute 30 seconds`.
struct SpanOfTime: CustomStringConvertible {
    let seconds: Int

    var description: String {
        let parts = [(seconds / 3600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        return words.isEmpty ? "0 seconds" : words.joined(separator: " ")
    }
}
