import Terminal
import XignSDK

/// The network between the device and a manager, in clauses.
protocol NetworkWording: Sendable {
    /// Returns the reason why no answer came, after "cannot be reached:".
    func reason(_ problem: TransportError) -> Text
    /// Returns the kind of an answer that is not the manager's, after "not the manager answered, but".
    func kind(_ answer: ForeignAnswer) -> Text
}
