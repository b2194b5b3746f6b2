import Terminal
import XignSDK

/// A new PIN, and the commands `pin` and `pin change`.
protocol PINWording: Sendable {
    var help: CommandHelp { get }
    var changeHelp: CommandHelp { get }
    /// The option `--pin-stdin` of `pin change`.
    var changePinStdin: String { get }
    var changed: Text { get }
    /// The advice to a person who does not know whether the PIN was changed.
    var unknown: Text { get }
    /// The report that the manager refused the present PIN as the new one.
    var isPresent: Text { get }

    // MARK: Choosing a PIN

    /// Returns the invitation to choose a PIN.
    func invitation(_ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text
    var ask: Text { get }
    var askAgain: Text { get }
    var entriesDiffer: Text { get }
    /// Returns the reason why a PIN is refused; nil if it is valid.
    func reason(_ code: PinSpecification.ResultCode, _ use: NewPIN.Use, _ length: ClosedRange<Int>) -> Text?
    /// Returns the report that an answer is refused, after which the person is asked again.
    func refused(_ reason: Text) -> Text
    /// Returns the message for a PIN from a script that is refused.
    func newRefused(_ reason: Text) -> Text
}
