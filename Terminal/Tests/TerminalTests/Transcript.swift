import Synchronization
import Terminal

/// The collected output of a command.
final class Transcript: Sendable {
    private let collected = Mutex("")

    var text: String { collected.withLock { $0 } }

    func output(isTerminal: Bool = false, showsColours: Bool = false, window: Output.Window? = nil) -> Output {
        Output(isTerminal: isTerminal, showsColours: showsColours, window: window) { text in
            self.collected.withLock { $0 += text }
        }
    }
}
