/// The part of a process that observers are told after a change: enough for its open page, and nothing about the
/// person.
public struct ProcessNews: Sendable, Equatable {
    public let phase: Phase.Name
    /// True where the result waits until the app has sent its user back to the browser.
    public let returnsByApp: Bool
    /// True while the page shows digits that the user types on the device. The digits are not told.
    public let awaitsDigits: Bool

    public init(_ phase: Phase.Name, returnsByApp: Bool = false, awaitsDigits: Bool = false) {
        self.phase = phase
        self.returnsByApp = returnsByApp
        self.awaitsDigits = awaitsDigits
    }

    public init(of process: Process) {
        self.init(
            process.phase.name, returnsByApp: process.needsReturnSecret, awaitsDigits: process.awaitedDigits != nil)
    }
}
