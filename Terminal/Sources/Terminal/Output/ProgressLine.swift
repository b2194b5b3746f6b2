import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Console {
    /// Runs work that may take long, and shows its progress in one line on the errors, which goes when the work ends.
    ///
    /// The line appears after a second. None does where the errors are no terminal, nor where the output is the same
    /// terminal.
    /// - Parameter work: tells the line what is done, on any thread.
    public func showingProgress<Result>(_ work: (ProgressLine) throws -> Result) rethrows -> Result {
        guard errors.isTerminal, !errors.isSameTerminal(as: output) else { return try work(ProgressLine(nil)) }
        let line = ProgressLine(self)
        // A step may tell nothing for long.
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1))
        timer.setEventHandler { line.draw() }
        timer.activate()
        defer {
            timer.cancel()
            line.end()
        }
        return try work(line)
    }
}

/// A line that shows how far work is: `Copying the database: 120 of 512 MB, 35 s left`. Any thread may use it.
public final class ProgressLine: Sendable {
    /// The unit of what is done.
    public enum Unit: Sendable { case items, bytes }

    fileprivate struct Step {
        let name: Text
        let unit: Unit
        let begin: Duration
        var done: Int64?
        var total: Int64?
    }

    private struct State {
        var step: Step?
        /// The time of the last drawing.
        var drawn: Duration?
        var isOver = false
    }

    /// The time before the line appears.
    private static let patience = Duration.seconds(1)
    /// The least time between two drawings.
    private static let pause = Duration.milliseconds(200)

    /// Nil where no line is shown.
    private let console: Console?
    private let begin: Duration
    private let state = Mutex(State())

    fileprivate init(_ console: Console?) {
        self.console = console
        begin = console?.time.now() ?? .zero
    }

    /// Tells how far a step is. Returns at once, and may be called as often as one likes.
    /// - Parameters:
    ///   - step: the step's name, at most 30 columns.
    ///   - done: nil where the step cannot tell.
    ///   - total: nil where it is not known beforehand.
    public func show(_ step: Text, done: Int64? = nil, of total: Int64? = nil, in unit: Unit = .items) {
        guard let console else { return }
        let now = console.time.now()
        state.withLock { state in
            if state.step?.name != step { state.step = Step(name: step, unit: unit, begin: now) }
            state.step?.done = done
            state.step?.total = total
        }
        draw(at: now, on: console)
    }

    /// Draws the line with the time that is left now.
    func draw() {
        if let console { draw(at: console.time.now(), on: console) }
    }

    private func draw(at now: Duration, on console: Console) {
        guard now - begin >= Self.patience else { return }
        state.withLock { state in
            guard !state.isOver, let step = state.step, state.drawn.map({ now - $0 >= Self.pause }) ?? true else {
                return
            }
            state.drawn = now
            console.redraw(step.text(at: now, in: console.wording))
        }
    }

    /// Clears the line, and shows nothing from now on.
    fileprivate func end() {
        state.withLock { state in
            state.isOver = true
            if state.drawn != nil { console?.clearLine() }
        }
    }
}

extension ProgressLine.Step {
    fileprivate func text(at now: Duration, in wording: any TerminalWording) -> Text {
        guard let done else { return name }
        guard let total, total >= done else { return wording.progress(name, done: unit.text(done, within: done)) }
        return wording.progress(
            name, done: unit.number(done, within: total), total: unit.text(total, within: total),
            left: left(total - done, after: done, at: now).map(Self.text))
    }

    /// The time that the rest takes, if it is as fast as what is done; nil before that can be said, and at the end.
    private func left(_ rest: Int64, after done: Int64, at now: Duration) -> Duration? {
        let passed = now - begin
        guard done > 0, rest > 0, passed >= .seconds(1) else { return nil }
        return passed * (Double(rest) / Double(done))
    }

    /// Seconds, minutes or hours, rounded up.
    private static func text(_ time: Duration) -> String {
        let seconds = Int64(time.components.seconds) + (time.components.attoseconds > 0 ? 1 : 0)
        return switch seconds {
        case ..<100: "\(seconds) s"
        case ..<6_000: "\((seconds + 59) / 60) min"
        default: "\((seconds + 3_599) / 3_600) h"
        }
    }
}

extension ProgressLine.Unit {
    private static let byteUnits: [(size: Int64, name: String)] = [
        (1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB"), (1, "bytes"),
    ]

    /// - Parameter most: the number whose size decides about the unit.
    fileprivate func text(_ count: Int64, within most: Int64) -> String {
        switch self {
        case .items: "\(count)"
        case .bytes: "\(number(count, within: most)) \(Self.byteUnit(of: most).name)"
        }
    }

    /// As `text`, without the name of the unit.
    fileprivate func number(_ count: Int64, within most: Int64) -> String {
        guard self == .bytes else { return "\(count)" }
        let size = Self.byteUnit(of: most).size
        let (whole, tenths) = (count / size, count % size * 10 / size)
        return size == 1 || whole >= 100 ? "\(whole)" : "\(whole).\(tenths)"
    }

    private static func byteUnit(of count: Int64) -> (size: Int64, name: String) {
        byteUnits.first { count >= $0.size } ?? (1, "bytes")
    }
}
