import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The device on which a person answers questions: the controlling terminal, even if input and output are redirected.
public struct Keyboard: Sendable {
    public enum Echo: Hashable, Sendable { case shown, hidden }

    private let answer: @Sendable (Text, Echo) throws -> String
    /// Returns false where every question would throw ``InputError/noTerminal``.
    let isThere: @Sendable () -> Bool

    /// The terminal from which the program was started, `/dev/tty`.
    public static let controllingTerminal = Keyboard(devicePath: "/dev/tty")

    /// No keyboard: every question throws ``InputError/noTerminal``.
    public static let none = Keyboard(isThere: { false }, answer: { _, _ in throw InputError.noTerminal })

    /// - Parameter answer: a function that shows the prompt and returns the typed line, visible or hidden.
    public init(answer: @escaping @Sendable (_ prompt: Text, _ echo: Echo) throws -> String) {
        self.init(isThere: { true }, answer: answer)
    }

    private init(isThere: @escaping @Sendable () -> Bool, answer: @escaping @Sendable (Text, Echo) throws -> String) {
        (self.isThere, self.answer) = (isThere, answer)
    }

    /// A keyboard on a terminal device. It is opened for each question, so that a program without questions needs none.
    init(devicePath: String) {
        let device = TerminalDevice(path: devicePath)
        let inColour = Output.allowsColours(ProcessInfo.processInfo.environment)
        self.init(isThere: { device.isThere }) { prompt, echo in
            let prompt = prompt.rendered(inColour: inColour)
            return echo == .shown ? try device.ask(prompt) : try device.askHidden(prompt)
        }
    }

    /// A keyboard for tests that answers questions from a list, then throws ``InputError/endOfInput``.
    public static func answering(_ answers: [String]) -> Keyboard {
        let rest = AnswerList(answers)
        return Keyboard { _, _ in try rest.next() }
    }

    func ask(_ prompt: Text, _ echo: Echo) throws -> String { try answer(prompt, echo) }
}

private final class AnswerList: Sendable {
    private let rest: Mutex<ArraySlice<String>>

    init(_ answers: [String]) { rest = Mutex(answers[...]) }

    func next() throws(InputError) -> String {
        guard let answer = rest.withLock({ $0.popFirst() }) else { throw .endOfInput }
        return answer
    }
}
